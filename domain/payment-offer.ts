import type { Agorot } from './money.ts'

/** What the payment pages of a terminal offer besides one payment by card. */
export interface PaymentOffer {
  /** 1: no instalments */
  readonly maxInstallments: number
  /** Smallest instalment, in agorot. */
  readonly minInstallment: Agorot
  readonly bit: boolean
}

/** How one sum may be paid: by card in up to so many instalments, and by Bit, which has none. */
export interface PaymentWays {
  readonly maxInstallments: number
  readonly bit: boolean
}

/** Whether a charge was made in a way that its payment page did not offer; null: what it offered is not known. */
export const isBeyond = (
  offered: { readonly installments: number | null; readonly bit: boolean | null },
  paid: { readonly installments: number; readonly wallet: 'bit' | null },
): boolean =>
  (offered.installments !== null && paid.installments > offered.installments) ||
  (offered.bit === false && paid.wallet === 'bit')

/**
 * How a sum may be paid at a terminal: in no more instalments than the terminal offers, than `limit` of the event or the
 * buyer (undefined: none) allows, and than leave each of them at least the smallest instalment. Always one at least.
 */
export const waysToPay = (
  amount: Agorot,
  { maxInstallments, minInstallment, bit }: PaymentOffer,
  limit: number | undefined,
): PaymentWays => {
  const bySize = minInstallment > 0 ? Math.floor(amount / minInstallment) : maxInstallments
  return { maxInstallments: Math.max(1, Math.min(limit ?? maxInstallments, maxInstallments, bySize)), bit }
}
