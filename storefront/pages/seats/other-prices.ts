import type { Lang } from '@kartis/i18n/lang.ts'
import { priceOrFree } from '../../shared/money.tsx'
import type { Translate } from '../../shared/translator.ts'
import type { SeatCategory } from './seat-sale.ts'

/** The other ticket types of a category with their prices: `חייל 140.00 ₪`. */
export const otherPrices = ({ types }: Pick<SeatCategory, 'types'>, t: Translate, lang: Lang): string[] =>
  types.slice(1).map(({ name, price }) => `${name} ${priceOrFree(price, t, lang)}`)
