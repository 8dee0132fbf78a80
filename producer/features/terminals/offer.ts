import type { PaymentTerminal } from '@kartis/contract/payment-terminals.ts'
import { PAYMENT_OFFER } from '@kartis/domain/limits.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { readPrice } from '../../shared/typed-numbers.ts'

/** What the payment pages of a terminal offer, as it is typed. */
export interface OfferInput {
  readonly installments: string
  readonly smallest: string
  readonly bit: boolean
}

type Offer = Pick<PaymentTerminal, 'max_installments' | 'min_installment' | 'bit'>

export const offerInput = ({ max_installments: max, min_installment: smallest, bit }: Offer): OfferInput => ({
  installments: String(max),
  smallest: smallest === 0 ? '' : String(smallest),
  bit,
})

/** The smallest instalment in agorot, or why it is none; empty is none asked for. */
const smallestOf = ({ installments, smallest }: OfferInput): number | string => {
  if (installments === '1' || smallest.trim() === '') return 0
  return readPrice(smallest, PAYMENT_OFFER.maxMinInstallmentAgorot)
}

/** Reasons by field. */
export const offerReasons = (offer: OfferInput): Readonly<Record<string, readonly string[]>> => {
  const smallest = smallestOf(offer)
  return typeof smallest === 'string' ? { smallest: [smallest] } : {}
}

export const offerOf = (offer: OfferInput): Offer => {
  const smallest = smallestOf(offer)
  return {
    max_installments: Number(offer.installments),
    min_installment: typeof smallest === 'number' ? toShekels(smallest) : 0,
    bit: offer.bit,
  }
}
