import type { BuyerOrder } from '@kartis/contract/public-orders.ts'
import type { Translate } from './translator.ts'

type Means = Pick<NonNullable<BuyerOrder['payment']>, 'last4' | 'wallet' | 'installments'>

/** What was paid with, and in how many instalments where there are several; undefined for cash, or where it is not known. */
export const meansText = (t: Translate, { last4, wallet, installments }: Means): string | undefined => {
  if (last4 === null && wallet === null) return undefined
  const means = wallet === 'bit' ? t('receipt.means.bit') : t('receipt.means.card_tail', { last4: last4 ?? '' })
  return installments > 1 ? `${means} · ${t('receipt.means.installments', { count: installments })}` : means
}
