import { GatewayError, type RefundFact, type RefundPayment } from '../../gateway.ts'
import { refusedFact } from '../no-funds.ts'
import { wireSum } from '../sum.ts'
import { call, type Reply } from './call.ts'
import type { PayplusConfig, PayplusDeps } from './config.ts'
import { readTransaction, type Transaction } from './transaction.ts'
import { transactionsOfDays } from './transactions.ts'

/**
 * Refunds to the card or the wallet. The gateway refuses no repeated request, so a refund that was sent before is looked for
 * in its history first. It has no call that takes a charge back before it is deposited.
 */
export const refundPayment = async (
  config: PayplusConfig,
  deps: PayplusDeps,
  refund: RefundPayment,
): Promise<RefundFact> => {
  try {
    const earlier = refund.firstSentAt && (await findEarlier(config, deps, refund, refund.firstSentAt))
    if (earlier) return { ok: true, ref: earlier.ref, way: 'credit' }
    return readReply(
      deps,
      await call(config, deps, 'Transactions/RefundByTransactionUID', {
        transaction_uid: refund.providerRef,
        amount: Number(wireSum(refund.amount)),
        more_info: refund.refundId,
        initial_invoice: false,
      }),
    )
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { ok: false, code: error.code, retry: true }
  }
}

const readReply = ({ emptyCodes }: PayplusDeps, { refusal, data }: Reply): RefundFact => {
  if (refusal !== undefined) return refusedFact({ code: refusal, text: refusal }, { emptyCodes, retry: false })
  const transaction = data['transaction']
  const { code } = readTransaction(transaction)
  const { uid: ref } = (transaction ?? {}) as { uid?: unknown }
  // Without an id of its own it cannot be told whether the refund was made.
  if (typeof ref !== 'string' || ref === '') return { ok: false, code: 'bad_reply', retry: true }
  if (code === '000') return { ok: true, ref, way: 'credit' }
  return refusedFact({ code: code || 'bad_reply' }, { emptyCodes, retry: code === '' })
}

/**
 * The credit that an earlier request of this refund made: by our id where the history carries it, else a refund of the same
 * charge and sum that belongs to no other refund.
 */
const findEarlier = async (
  config: PayplusConfig,
  deps: PayplusDeps,
  refund: RefundPayment,
  firstSentAt: Date,
): Promise<Transaction | undefined> => {
  const isOurs = ({ kind, ref, reference, chargeRef, amount }: Transaction): boolean => {
    if (kind !== 'credit' || refund.otherRefs.includes(ref)) return false
    if (reference !== '' && reference !== refund.paymentId) return reference === refund.refundId
    return chargeRef === refund.providerRef && amount === refund.amount
  }
  for await (const transaction of transactionsOfDays(config, deps, { from: firstSentAt, until: deps.now() }))
    if (isOurs(transaction)) return transaction
  return undefined
}
