import { GatewayError } from '../../gateway.ts'
import type { RefundFact, RefundPayment } from '../../gateway.ts'
import { signedCall } from './call.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { pick } from './fields.ts'
import { rowsByReference } from './report.ts'
import { wireSum } from './sum.ts'

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
    const done = earlier.find((row) => row.type === 'CREDIT' && row.code === '000')
    if (done) return { ok: true, ref: done.index }
    return readReply(await credit(config, deps, refund))
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { ok: false, code: error.code, retry: true }
  }
}

const credit = (config: TranzilaConfig, deps: TranzilaDeps, refund: RefundPayment) =>
  signedCall(config, deps, `${config.apiBase}/v1/transaction/credit_card/create`, {
    txn_currency_code: 'ILS',
    txn_type: 'credit',
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
    user_defined_fields: [
      { name: config.referenceField, value: refund.refundId },
      { name: 'DCdisable', value: refund.refundId },
    ],
    response_language: 'english',
    created_by_system: 'Kartis',
  })

const readReply = (reply: Record<string, unknown>): RefundFact => {
  const error = pick(reply, ['error_code'])['error_code']
  if (error !== '0') return { ok: false, code: error ?? 'bad_reply', retry: error === undefined }
  const result = pick(reply['transaction_result'], ['processor_response_code', 'transaction_id', 'index'])
  const code = (result['processor_response_code'] ?? '').padStart(3, '0')
  const ref = result['transaction_id'] ?? result['index']
  if (code !== '000') return { ok: false, code, retry: BUSY.has(code) }
  return ref ? { ok: true, ref } : { ok: false, code: 'bad_reply', retry: true }
}
