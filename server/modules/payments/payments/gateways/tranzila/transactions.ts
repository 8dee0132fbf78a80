import type { GatewayTransaction } from '../../gateway.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { wayOf } from './refund.ts'
import { type ReportRow, rowsOfDays } from './report.ts'

const SHEKEL = '1'
const CHARGED = new Set(['', 'A', 'AK'])

/** Approved charges, voids and credits of the terminal. Rows of a pending or checked card are none. Throws GatewayError. */
export async function* transactionsOf(
  config: TranzilaConfig,
  deps: TranzilaDeps,
  range: { readonly from: Date; readonly until: Date },
): AsyncGenerator<GatewayTransaction> {
  for await (const row of rowsOfDays(config, deps, range)) {
    const kind = wayOf(row) ?? (row.type === 'DEBIT' && CHARGED.has(row.mode) ? ('charge' as const) : undefined)
    if (row.code !== '000' || !kind || row.amount === undefined) continue
    yield { ref: row.index, kind, amount: row.amount, currency: currencyOf(row), at: row.at, ...named(row) }
  }
}

const currencyOf = ({ currency }: ReportRow): string => (currency === SHEKEL ? 'ILS' : currency)

const named = ({ references, mode }: ReportRow) => ({
  ...(references[0] !== undefined && { reference: references[0] }),
  ...(/^[CD]\d+$/.test(mode) && { chargeRef: mode.slice(1) }),
})
