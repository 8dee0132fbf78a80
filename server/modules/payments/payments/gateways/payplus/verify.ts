import { GatewayError, type LookedUpPayment, type PaymentFact } from '../../gateway.ts'
import { declineReason } from '../reasons.ts'
import { call } from './call.ts'
import type { PayplusConfig, PayplusDeps } from './config.ts'
import { readTransaction, type Transaction } from './transaction.ts'

/** A page on which nothing was paid yet. */
const NOTHING_YET = /not[-_ ]?found|no[-_ ]transaction|pending/i

/**
 * What the gateway says of the payment's page. It counts when the page, our id and the currency are right and when it is a
 * charge, not an approval that is captured later.
 */
export const verifyPayment = async (
  config: PayplusConfig,
  deps: PayplusDeps,
  { paymentId, pageRef }: LookedUpPayment,
): Promise<PaymentFact> => {
  // A payment without a page was never started at the gateway.
  if (pageRef === undefined) return { state: 'unknown' }
  const { refusal, data } = await call(config, deps, 'PaymentPages/ipn', { payment_request_uid: pageRef })
  if (refusal !== undefined) {
    if (NOTHING_YET.test(refusal)) return { state: 'unknown' }
    throw new GatewayError('result_refused', `the gateway did not show the page: ${refusal}`)
  }
  const transaction = readTransaction(data)
  const isOurs = transaction.pageRef === pageRef && transaction.reference === paymentId
  if (!isOurs || transaction.ref === '' || transaction.kind !== 'charge') return { state: 'unknown' }
  return factOf(transaction)
}

const factOf = (transaction: Transaction): PaymentFact => {
  const { ref: providerRef, code, amount, currency } = transaction
  if (code !== '000') return { state: 'declined', providerRef, code, reason: declineReason(code) }
  // The page takes one method, so that a refund returns to it; a person must look at anything else.
  if (transaction.isMultiple) throw new GatewayError('several_charges', 'the page was paid by several methods')
  if (amount === undefined || currency !== 'ILS') return { state: 'unknown' }
  const { approvalCode, last4, brand, brandCode, issuerCode, acquirerCode } = transaction
  const { foreign, wallet, installments, raw } = transaction
  const card = { last4, brand, brandCode, issuerCode, acquirerCode, foreign, wallet, installments }
  // One page charges once, and one payment opens one page.
  return { state: 'paid', providerRef, amount, approvalCode, ...card, extra: [], raw }
}
