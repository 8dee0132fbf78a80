import { TICKET_TYPE } from '@kartis/domain/limits.ts'
import type { Agorot } from '@kartis/domain/money.ts'
import { type Refusal, refuseField } from '@kartis/domain/refusal.ts'
import { type FeeTerms, serviceFeeOn } from '@kartis/domain/service-fee.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { feeTermsAt, vatRateAt } from '../../people/accounts/index.ts'
import type { EventExtensions, EventRow } from '../events/index.ts'
import { lockTypes, producerPriceOf, type TypePrice, writePrices } from './ticket-type-queries.ts'

type PricedEvent = Pick<EventRow, 'account_id' | 'settings'>

const termsAt = async (tx: Tx, { account_id: accountId }: PricedEvent, now: Date): Promise<FeeTerms> => ({
  contract: await feeTermsAt(tx, accountId, now),
  vatBp: await vatRateAt(tx, now),
})

/** Null where the price with its fee is above what a ticket may cost. */
const withFee = (price: Agorot, terms: FeeTerms): TypePrice | null => {
  const fee = serviceFeeOn(price, terms)
  return fee === undefined || price + fee > TICKET_TYPE.maxPriceAgorot ? null : { price: price + fee, service_fee: fee }
}

/**
 * What buyers pay for a ticket at the producer's price (agorot), by who bears the service fee of the event. Refusal:
 * `validation` where the price is too big with its fee. The event is locked, so that no change of its settings is missed.
 */
export const priceFor = async (tx: Tx, event: PricedEvent, price: Agorot, now: Date): Promise<TypePrice | Refusal> => {
  if (event.settings.fee_payer !== 'buyers') return { price, service_fee: 0 }
  return withFee(price, await termsAt(tx, event, now)) ?? refuseField('price', 'too_big')
}

/**
 * Prices every ticket type of an event again after a change of who bears its service fee. Producers' prices stay, and
 * orders that exist keep the price that they were made with.
 */
export const repriceTypes: EventExtensions['onFeePayer'] = async (tx, event, now) => {
  const types = await lockTypes(tx, event.id)
  const terms = await termsAt(tx, event, now)
  const prices: (TypePrice & { id: string })[] = []
  for (const type of types) {
    const own = producerPriceOf(type)
    const priced = event.settings.fee_payer === 'buyers' ? withFee(own, terms) : { price: own, service_fee: 0 }
    if (!priced) return refuseField('settings.fee_payer', 'too_big')
    prices.push({ id: type.id, ...priced })
  }
  await writePrices(tx, event.id, prices, now)
  return undefined
}
