import { sql } from 'kysely'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { GatewayTransaction } from '../../payments/payments/index.ts'
import type { AcquirerRow, Deposit } from './read-report.ts'

/** As a gateway lists it; `timed`: false where a file says only its day. */
export type GatewayRow = GatewayTransaction & { readonly timed?: boolean }

/**
 * Saves transactions that a gateway lists. One that is listed again replaces what was loaded before, and is compared anew; what
 * a file leaves out stays as it was. How many were new or said something else before.
 */
export const saveGatewayRows = async (
  db: Db | Tx,
  terminalId: string,
  transactions: readonly GatewayRow[],
  now: Date,
): Promise<number> => {
  // A page that grows while it is read can list a transaction twice.
  const unique = [...new Map(transactions.map((row) => [`${row.kind} ${row.ref}`, row])).values()]
  let changed = 0
  for (const timed of [true, false]) {
    const rows = unique.filter((row) => (row.timed ?? true) === timed)
    if (rows.length > 0) changed += await upsertGatewayRows(db, { terminalId, timed, now }, rows)
  }
  return changed
}

/** `timed`: whether the rows say when on their day; one that does not leaves the time that was listed before. */
const upsertGatewayRows = async (
  db: Db | Tx,
  { terminalId, timed, now }: { readonly terminalId: string; readonly timed: boolean; readonly now: Date },
  rows: readonly GatewayRow[],
): Promise<number> => {
  const at = sql`case when ${!timed}::boolean and excluded.day = g.day then g.at else excluded.at end`
  const [reference, chargeRef, chargeKey, last4] = ['reference', 'charge_ref', 'charge_key', 'last4'].map(
    (name) => sql`coalesce(${sql.ref(`excluded.${name}`)}, ${sql.ref(`g.${name}`)})`,
  )
  const { numAffectedRows } = await sql`
    insert into gateway_rows as g (terminal_id, loaded_at, kind, ref, amount, currency, at, day, reference, charge_ref, charge_key, last4)
    select ${terminalId}::uuid, ${now}::timestamptz, x.*
    from unnest(
      ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ ref }) => ref)}::text[],
      ${rows.map(({ amount }) => amount)}::bigint[], ${rows.map(({ currency }) => currency)}::text[],
      ${rows.map((row) => row.at.toISOString())}::timestamptz[],
      ${rows.map((row) => dayIn(ISRAEL_ZONE, row.at))}::date[],
      ${rows.map((row) => row.reference ?? null)}::text[], ${rows.map((row) => row.chargeRef ?? null)}::text[],
      ${rows.map((row) => row.chargeKey ?? null)}::text[], ${rows.map((row) => row.last4 ?? null)}::text[]
    ) as x
    on conflict (terminal_id, kind, ref) do update set
      amount = excluded.amount, currency = excluded.currency, at = ${at}, day = excluded.day, reference = ${reference},
      charge_ref = ${chargeRef}, charge_key = ${chargeKey}, last4 = ${last4}, loaded_at = excluded.loaded_at
    where (g.amount, g.currency, g.at, g.reference, g.charge_ref, g.charge_key, g.last4) is distinct from
      (excluded.amount, excluded.currency, ${at}, ${reference}, ${chargeRef}, ${chargeKey}, ${last4})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Saves lines of an acquirer's report; a line that was loaded before stays as it is. How many were new. */
export const saveAcquirerRows = async (
  tx: Tx,
  { terminalId, acquirer }: { readonly terminalId: string; readonly acquirer: string },
  lines: readonly AcquirerRow[],
  now: Date,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into acquirer_rows (terminal_id, acquirer, loaded_at, row_key, kind, ref, approval, amount, fee, net, currency, day,
      paid_on, deposit_ref)
    select ${terminalId}::uuid, ${acquirer}, ${now}::timestamptz, x.*
    from unnest(
      ${lines.map(({ key }) => key)}::text[], ${lines.map(({ kind }) => kind)}::text[],
      ${lines.map(({ ref }) => ref)}::text[], ${lines.map(({ approval }) => approval)}::text[],
      ${lines.map(({ amount }) => amount)}::bigint[], ${lines.map(({ fee }) => fee)}::bigint[],
      ${lines.map(({ net }) => net)}::bigint[], ${lines.map(({ currency }) => currency)}::text[],
      ${lines.map(({ day }) => day)}::date[], ${lines.map(({ paidOn }) => paidOn)}::date[],
      ${lines.map(({ depositRef }) => depositRef)}::text[]
    ) as x
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export const saveReport = async (
  tx: Tx,
  report: {
    readonly id: string
    readonly terminalId: string
    readonly acquirer: string
    readonly from: string
    readonly until: string
    readonly rows: number
  },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('acquirer_reports')
    .values({
      id: report.id,
      terminal_id: report.terminalId,
      acquirer: report.acquirer,
      first_day: report.from,
      last_day: report.until,
      rows: report.rows,
      loaded_at: now,
    })
    .execute()
}

/** Saves deposits of a bank statement; one that was loaded before stays as it is. How many were new. */
export const saveDeposits = async (tx: Tx, acquirer: string, lines: readonly Deposit[], now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    insert into deposits (acquirer, loaded_at, row_key, ref, amount, day)
    select ${acquirer}, ${now}::timestamptz, x.*
    from unnest(
      ${lines.map(({ key }) => key)}::text[], ${lines.map(({ ref }) => ref)}::text[],
      ${lines.map(({ amount }) => amount)}::bigint[], ${lines.map(({ day }) => day)}::date[]
    ) as x
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
