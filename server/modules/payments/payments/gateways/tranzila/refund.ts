import { GatewayError } from '../../gateway.ts'
import type { RefundFact, RefundPayment, RefundWay } from '../../gateway.ts'
import { israeliDay } from '../israeli-day.ts'
import { signedCall } from './call.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { pick } from '../fields.ts'
import { refusedFact } from '../no-funds.ts'
import { type ReportRow, rowsByReference } from './report.ts'
import { wireSum } from '../sum.ts'

/** How far back an earlier attempt of the same refund is searched. */
const LOOK_BACK_MS = 90 * 86_400_000
/** The card companies' line is busy or down: the refund is retried. */
const BUSY = new Set(['009'])

/**
 * Refunds to the card. The refund id is stored with the credit and searched first, so an attempt whose reply was lost is
 * found instead of repeated.
 */
export const refundPayment = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  refund: RefundPayment,
): Promise<RefundFact> => {
  try {
    const since = new Date(deps.now().getTime() - LOOK_BACK_MS)
    const earlier = await rowsByReference(config, deps, refund.refundId, since)
    const done = earlier.find((row) => wayOf(row) !== undefined && row.code === '000')
    if (done) return { ok: true, ref: done.index, way: wayOf(done) ?? 'credit' }
    if (refund.wallet === 'bit') return readReply(deps, await returnBit(config, deps, refund), 'credit')
    if (config.voids && isVoidable(refund, deps.now())) {
      const voided = readReply(deps, await send(config, deps, refund, 'reversal'), 'void')
      // Refused: the charge is with the card company already.
      if (voided.ok || voided.retry) return voided
    }
    return readReply(deps, await send(config, deps, refund, 'credit'), 'credit')
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { ok: false, code: error.code, retry: true }
  }
}

/** What a row of the report gives back, and how; undefined for a charge. */
export const wayOf = ({ type, mode }: Pick<ReportRow, 'type' | 'mode'>): RefundWay | undefined => {
  if (type === 'REVERSAL' || mode.startsWith('D')) return 'void'
  return type === 'CREDIT' ? 'credit' : undefined
}

/** The whole of a charge of the same day, of which nothing was refunded: only then does the gateway void. */
const isVoidable = ({ amount, chargeAmount, chargedAt, otherRefs }: RefundPayment, now: Date): boolean =>
  amount === chargeAmount && otherRefs.length === 0 && israeliDay(chargedAt) === israeliDay(now)

const send = (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  refund: RefundPayment,
  type: 'credit' | 'reversal',
): Promise<Record<string, unknown>> =>
  signedCall(config, deps, `${config.apiBase}/v1/transaction/credit_card/create`, {
    txn_currency_code: 'ILS',
    txn_type: type,
    reference_txn_id: Number(refund.providerRef),
    authorization_number: refund.approvalCode,
    items: [
      {
        name: 'Refund',
        type: 'I',
        unit_price: Number(wireSum(refund.amount)),
        units_number: 1,
        currency_code: 'ILS',
      },
    ],
    user_defined_fields: referenceFields(config, refund),
    response_language: 'english',
    created_by_system: 'Kartis',
  })

/** Bit has an endpoint of its own: there is no card to credit. */
const returnBit = (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  refund: RefundPayment,
): Promise<Record<string, unknown>> =>
  signedCall(config, deps, `${config.apiBase}/v1/transaction/bit/refund`, {
    txn_currency_code: 'ILS',
    transaction_id: Number(refund.providerRef),
    sum: Number(wireSum(refund.amount)),
    user_defined_fields: referenceFields(config, refund),
  })

const referenceFields = ({ referenceField }: TranzilaConfig, { refundId }: RefundPayment) => [
  { name: referenceField, value: refundId },
  { name: 'DCdisable', value: refundId },
]

const readReply = ({ emptyCodes }: TranzilaDeps, reply: Record<string, unknown>, way: RefundWay): RefundFact => {
  const { error_code: error, message: text } = pick(reply, ['error_code', 'message'])
  if (error !== '0')
    return refusedFact({ code: error ?? 'bad_reply', text }, { emptyCodes, retry: error === undefined })
  const result = pick(reply['transaction_result'], ['processor_response_code', 'transaction_id', 'index'])
  const code = (result['processor_response_code'] ?? '').padStart(3, '0')
  const ref = result['transaction_id'] ?? result['index']
  if (code !== '000') return refusedFact({ code }, { emptyCodes, retry: BUSY.has(code) })
  return ref ? { ok: true, ref, way } : { ok: false, code: 'bad_reply', retry: true }
}
