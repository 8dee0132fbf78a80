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
  const { numAffectedRows } = await sql`
    insert into gateway_rows as g (terminal_id, loaded_at, kind, ref, amount, currency, at, day, reference, charge_ref, charge_key, last4)
    select ${terminalId}::uuid, ${now}::timestamptz, x.kind, x.ref, x.amount, x.currency, coalesce(old.at, x.at), x.day,
      coalesce(x.reference, old.reference), coalesce(x.charge_ref, old.charge_ref), coalesce(x.charge_key, old.charge_key),
      coalesce(x.last4, old.last4)
    from unnest(
      ${unique.map(({ kind }) => kind)}::text[], ${unique.map(({ ref }) => ref)}::text[],
      ${unique.map(({ amount }) => amount)}::bigint[], ${unique.map(({ currency }) => currency)}::text[],
      ${unique.map(({ at }) => at.toISOString())}::timestamptz[],
      ${unique.map(({ at }) => dayIn(ISRAEL_ZONE, at))}::date[],
      ${unique.map(({ reference }) => reference ?? null)}::text[],
      ${unique.map(({ chargeRef }) => chargeRef ?? null)}::text[], ${unique.map(({ chargeKey }) => chargeKey ?? null)}::text[],
      ${unique.map(({ last4 }) => last4 ?? null)}::text[], ${unique.map(({ timed }) => timed ?? true)}::boolean[]
    ) as x (kind, ref, amount, currency, at, day, reference, charge_ref, charge_key, last4, timed)
    left join lateral (
      select case when not x.timed and o.day = x.day then o.at end as at, o.reference, o.charge_ref, o.charge_key, o.last4
      from gateway_rows o where o.terminal_id = ${terminalId} and o.kind = x.kind and o.ref = x.ref
    ) old on true
    on conflict (terminal_id, kind, ref) do update set
      amount = excluded.amount, currency = excluded.currency, at = excluded.at, day = excluded.day,
      reference = excluded.reference, charge_ref = excluded.charge_ref, charge_key = excluded.charge_key, last4 = excluded.last4,
      loaded_at = excluded.loaded_at
    where (g.amount, g.currency, g.at, g.reference, g.charge_ref, g.charge_key, g.last4) is distinct from
      (excluded.amount, excluded.currency, excluded.at, excluded.reference, excluded.charge_ref, excluded.charge_key, excluded.last4)`.execute(
    db,
  )
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
