import type { GatewayTransaction } from '../../gateway.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { wayOf } from './refund.ts'
import { type ReportRow, rowsOfDays } from './report.ts'

const SHEKEL = '1'
const CHARGED = new Set(['', 'A', 'AK'])

/** What a row is; undefined for a card that was only checked, or waits. */
export const kindOf = (row: Pick<ReportRow, 'type' | 'mode'>): GatewayTransaction['kind'] | undefined =>
  wayOf(row) ?? (row.type === 'DEBIT' && CHARGED.has(row.mode) ? 'charge' : undefined)

/** Approved charges, voids and credits of the terminal. Rows of a pending or checked card are none. Throws GatewayError. */
export async function* transactionsOf(
  config: TranzilaConfig,
  deps: TranzilaDeps,
  range: { readonly from: Date; readonly until: Date },
): AsyncGenerator<GatewayTransaction> {
  for await (const row of rowsOfDays(config, deps, range)) {
    const kind = kindOf(row)
    if (row.code !== '000' || !kind || row.amount === undefined) continue
    yield { ref: row.index, kind, amount: row.amount, currency: currencyOf(row), at: row.at, ...named(row) }
  }
}

const currencyOf = ({ currency }: ReportRow): string => (currency === SHEKEL ? 'ILS' : currency)

const named = ({ references, mode, last4 }: ReportRow) => ({
  ...(last4 !== '' && { last4 }),
  ...(references[0] !== undefined && { reference: references[0] }),
  ...(/^[CD]\d+$/.test(mode) && { chargeRef: mode.slice(1) }),
})
