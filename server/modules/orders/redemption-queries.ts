import type { ScanStatistics } from '@kartis/contract/event-figures.ts'
import { scanCounters } from '@kartis/domain/admission.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db.ts'
import type { TicketRow } from './tickets-queries.ts'

/** A ticket with what the person at the door wants to hear of it. */
export interface DoorTicket extends TicketRow {
  readonly order_number: string
  readonly holder: string | null
  /** The gate of the scan that let it in. */
  readonly redeemed_gate: string | null
}

/** A ticket of this event, with its order and the gate it entered by. */
export const readDoorTicket = (db: Db | Tx, eventId: string, id: string): Promise<DoorTicket | undefined> =>
  db
    .selectFrom('tickets as t')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 't.event_id').onRef('o.id', '=', 't.order_id'))
    .leftJoin('scans as s', (join) => join.onRef('s.event_id', '=', 't.event_id').onRef('s.id', '=', 't.redeemed_by'))
    .selectAll('t')
    .select(['o.number as order_number', 'o.buyer_name as holder', 's.gate as redeemed_gate'])
    .where('t.event_id', '=', eventId)
    .where('t.id', '=', id)
    .executeTakeFirst()

/** Whether such a ticket exists at any event: the difference between a stranger's ticket and no ticket. */
export const isTicketSomewhere = async (db: Db | Tx, id: string): Promise<boolean> =>
  (await db.selectFrom('tickets').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export interface Redemption {
  readonly at: Date
  readonly deviceId: string | null
  /** The scan that lets it in; its row says by whom and at which gate. */
  readonly scanId: string
}

/** The one statement that lets a ticket in. True for the one scan that did, however many phones scan it at once. */
export const redeemTicket = async (
  tx: Tx,
  eventId: string,
  id: string,
  { at, deviceId, scanId }: Redemption,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('tickets')
    .set({ redeemed_at: at, redeemed_device: deviceId, redeemed_by: scanId })
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .where('redeemed_at', 'is', null)
    .where('status', '=', 'valid')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * The scan counters of many events with one statement. Stock knows how many tickets are valid; those that entered are
 * counted from the index of redeemed tickets alone.
 */
export const scanCountersOf = async (
  db: Db | Tx,
  eventIds: readonly string[],
): Promise<Map<string, ScanStatistics>> => {
  if (eventIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; valid: number; scanned: number }>`
    select e.id,
      (select coalesce(sum(sold), 0)::int from stock where event_id = e.id) as valid,
      (select count(*)::int from tickets where event_id = e.id and redeemed_at is not null and status = 'valid') as scanned
    from unnest(${[...eventIds]}::uuid[]) as e (id)`.execute(db)
  return new Map(rows.map((row) => [row.id, scanCounters(row.valid, row.scanned)]))
}
