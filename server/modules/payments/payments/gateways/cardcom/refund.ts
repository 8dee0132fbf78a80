import { GatewayError, type RefundFact, type RefundPayment } from '../../gateway.ts'
import { pick } from '../fields.ts'
import { refusedFact } from '../no-funds.ts'
import { israeliDay } from '../israeli-day.ts'
import { wireSum } from '../sum.ts'
import { call, codeOf, type Fields } from './call.ts'
import type { CardcomConfig, CardcomDeps } from './config.ts'
import type { Transaction } from './transaction.ts'
import { transactionsOfDays } from './transactions.ts'

/** The card companies' line is busy or down: the refund is retried. */
const BUSY = new Set([9])
/** The custom field of the terminal that carries our refund id. */
const REFERENCE_FIELD = 1

/**
 * Refunds to the card or the wallet. The gateway refuses no repeated request, so a refund that was sent before is looked for
 * in the list of transactions first. The whole of a charge of the same day is voided, unless it was deposited already.
 */
export const refundPayment = async (
  config: CardcomConfig,
  deps: CardcomDeps,
  refund: RefundPayment,
): Promise<RefundFact> => {
  try {
    const earlier = refund.firstSentAt && (await findEarlier(config, deps, refund, refund.firstSentAt))
    if (earlier) return { ok: true, ref: earlier.ref, way: earlier.kind === 'void' ? 'void' : 'credit' }
    if (isVoidable(refund, deps.now())) {
      const voided = readReply(deps, await send(config, deps, refund, { CancelOnly: true }), 'void')
      // Refused: the charge was deposited.
      if (voided.ok || voided.retry) return voided
    }
    const part = { PartialSum: Number(wireSum(refund.amount)), AllowMultipleRefunds: true }
    return readReply(deps, await send(config, deps, refund, part), 'credit')
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { ok: false, code: error.code, retry: true }
  }
}

const isVoidable = ({ amount, chargeAmount, chargedAt, wallet, otherRefs }: RefundPayment, now: Date): boolean =>
  amount === chargeAmount && otherRefs.length === 0 && wallet === null && israeliDay(chargedAt) === israeliDay(now)

const send = (config: CardcomConfig, deps: CardcomDeps, refund: RefundPayment, way: Fields): Promise<Fields> =>
  call(config, deps, 'Transactions/RefundByTransactionId', {
    ApiName: config.apiName,
    ApiPassword: config.apiPassword,
    TransactionId: Number(refund.providerRef),
    CustomFields: [{ Id: REFERENCE_FIELD, Value: refund.refundId }],
    ...way,
  })

const readReply = ({ emptyCodes }: CardcomDeps, reply: Fields, way: 'void' | 'credit'): RefundFact => {
  const code = codeOf(reply)
  if (code === undefined) return { ok: false, code: 'bad_reply', retry: true }
  if (code !== 0) {
    const text = pick(reply, ['Description'])['Description']
    return refusedFact({ code: String(code), text }, { emptyCodes, retry: BUSY.has(code) })
  }
  const ref = pick(reply, ['NewTranzactionId'])['NewTranzactionId']
  return ref ? { ok: true, ref, way } : { ok: false, code: 'bad_reply', retry: true }
}

/**
 * The credit or void that an earlier request of this refund made: by our id where the list carries it, else a refund of the
 * same charge (the same Uid) and sum that belongs to no other refund.
 */
const findEarlier = async (
  config: CardcomConfig,
  deps: CardcomDeps,
  refund: RefundPayment,
  firstSentAt: Date,
): Promise<Transaction | undefined> => {
  const uid = await uidOf(config, deps, refund.providerRef)
  const isOurs = ({ kind, ref, customValues, amount, uid: ofCharge }: Transaction): boolean => {
    if (kind === 'charge' || refund.otherRefs.includes(ref)) return false
    if (customValues.length > 0) return customValues.includes(refund.refundId)
    return uid !== '' && ofCharge === uid && amount === refund.amount
  }
  for await (const transaction of transactionsOfDays(config, deps, { from: firstSentAt, until: deps.now() }))
    if (isOurs(transaction)) return transaction
  return undefined
}

const uidOf = async (config: CardcomConfig, deps: CardcomDeps, ref: string): Promise<string> => {
  const { rows } = await call(config, deps, 'Transactions/GetTransactionInfoById', {
    TerminalNumber: config.terminal,
    UserName: config.apiName,
    UserPassword: config.apiPassword,
    InternalDealNumber: Number(ref),
  })
  return pick(Array.isArray(rows) ? rows[0] : undefined, ['Uid'])['Uid'] ?? ''
}
