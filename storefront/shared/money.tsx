import { toAgorot } from '@kartis/domain/money.ts'
import { moneyText } from '@kartis/i18n/format.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { usePageContext } from './page-context.tsx'
import parts from './parts.module.css'
import type { Translate } from './translator.ts'

const RLM = /\u200f/g

/**
 * Shekels of the API as text. Sums of the storefront stand in isolated elements or at the end of a sentence, so they need no
 * direction marks beside the minus, which is a true minus sign.
 */
export const priceText = (shekels: number, lang: Lang): string => moneyText(toAgorot(shekels), lang).replace(RLM, '')

/** A price or a sum to pay as text: nothing to pay is said in words. */
export const priceOrFree = (shekels: number, t: Translate, lang: Lang): string =>
  shekels === 0 ? t('sale.site.free') : priceText(shekels, lang)

/** A sum of the API in shekels, in tabular figures and isolated from the sentence's direction. */
export const Money = ({ shekels }: { readonly shekels: number }) => (
  <span className={parts.money}>{priceText(shekels, usePageContext().lang)}</span>
)

/** A price or a sum to pay: nothing to pay is said in words. Fees, discounts and refunds are figures (`Money`). */
export const Price = ({ shekels }: { readonly shekels: number }) => {
  const { t, lang } = usePageContext()
  return <span className={parts.money}>{priceOrFree(shekels, t, lang)}</span>
}
