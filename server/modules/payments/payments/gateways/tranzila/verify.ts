import { GatewayError } from '../../gateway.ts'
import type { LookedUpPayment, PaymentFact } from '../../gateway.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { brandOf } from '../brands.ts'
import { declineReason } from '../reasons.ts'
import { rowsByIndex, rowsByReference } from './report.ts'
import type { ReportRow } from './report.ts'

/**
 * What the gateway's own records say of a payment. A row counts only when it carries our payment id: transaction numbers are
 * guessable. A hold or a card check (tranmode V, N, K) is not a payment: the buyer can edit the page's address.
 */
export const verifyPayment = async (
  config: TranzilaConfig,
  deps: TranzilaDeps,
  payment: LookedUpPayment,
): Promise<PaymentFact> => {
  const rows = await rowsOf(config, deps, payment)
  const charges = rows.filter(isCharge).toSorted((left, right) => Number(left.index) - Number(right.index))
  const [paid, ...extra] = charges.flatMap((row) => (row.code === '000' ? settled(row) : []))
  if (paid) {
    return {
      state: 'paid',
      ...paid,
      extra: extra.map(({ providerRef, approvalCode, amount }) => ({ providerRef, approvalCode, amount })),
    }
  }
  const last = charges.findLast((row) => row.code !== '000')
  return last
    ? { state: 'declined', providerRef: last.index, code: last.code, reason: declineReason(last.code) }
    : { state: 'unknown' }
}

const rowsOf = async (config: TranzilaConfig, deps: TranzilaDeps, payment: LookedUpPayment): Promise<ReportRow[]> => {
  const ref = payment.providerRef
  const named = async (): Promise<ReportRow[]> =>
    (ref ? await rowsByIndex(config, deps, ref) : []).filter(
      (row) => row.references.includes(payment.paymentId) && isCharge(row) && row.code === '000',
    )
  let all: ReportRow[]
  try {
    // The full list also shows a second charge of the same payment, and an approved one when the webhook is about a declined one.
    all = await rowsByReference(config, deps, payment.paymentId, payment.startedAt)
  } catch (error) {
    const approved = error instanceof GatewayError ? await named() : []
    if (approved.length > 0) return approved
    throw error
  }
  // The charge that the webhook names is queried only when the list does not show it.
  return ref === undefined || all.some((row) => row.index === ref) ? all : [...(await named()), ...all]
}

const isCharge = (row: ReportRow): boolean =>
  row.type === 'DEBIT' && (row.mode === '' || row.mode === 'A' || row.mode === 'AK') && row.index !== ''

const settled = (row: ReportRow) =>
  row.amount === undefined || row.currency !== '1'
    ? []
    : [
        {
          providerRef: row.index,
          amount: row.amount,
          approvalCode: row.approvalCode,
          last4: row.wallet ? '' : row.last4,
          brand: brandOf(row.brand),
          brandCode: row.brand,
          issuerCode: row.issuer,
          acquirerCode: row.acquirer,
          foreign: row.foreign,
          wallet: row.wallet,
          installments: row.installments,
          raw: row.raw,
        },
      ]
