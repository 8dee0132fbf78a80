import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { BuyerMessagesTable } from './tables.ts'

export type BuyerMessageRow = Selectable<BuyerMessagesTable>

/** Locks the event's messages until the transaction ends: two that are sent at once are counted one after the other. */
export const lockMessages = async (tx: Tx, eventId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`buyer_messages ${eventId}`}, 0))`.execute(tx)
}

/** Messages about an event since an instant. */
export const countSince = async (tx: Tx, eventId: string, since: Date): Promise<number> => {
  const { n } = await tx
    .selectFrom('buyer_messages')
    .where('event_id', '=', eventId)
    .where('created_at', '>', since)
    .select(countAll.as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insertMessage = async (tx: Tx, row: Insertable<BuyerMessagesTable>): Promise<void> => {
  await tx.insertInto('buyer_messages').values(row).execute()
}

/** Counts recipients whom the message was not sent to. */
export const addOverBudget = async (tx: Tx, eventId: string, id: string, by: number): Promise<void> => {
  await tx
    .updateTable('buyer_messages')
    .set({ over_budget: sql`over_budget + ${by}` })
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .execute()
}

export const readMessage = (db: Db | Tx, eventId: string, id: string): Promise<BuyerMessageRow | undefined> =>
  db.selectFrom('buyer_messages').selectAll().where('event_id', '=', eventId).where('id', '=', id).executeTakeFirst()

export interface ListedMessage extends BuyerMessageRow {
  readonly ticket_type: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly phone: string | null
}

/** Messages of an event, the newest first, with their ticket type and their sender. */
export const listMessages = async (
  db: Db,
  eventId: string,
  page: PageOf,
): Promise<{ rows: ListedMessage[]; total: number }> => {
  const rows = await db
    .selectFrom('buyer_messages as m')
    .leftJoin('ticket_types as t', (join) =>
      join.onRef('t.event_id', '=', 'm.event_id').onRef('t.id', '=', 'm.ticket_type_id'),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .where('m.event_id', '=', eventId)
    .selectAll('m')
    .select(['t.name as ticket_type', 'u.first_name', 'u.last_name', 'u.phone'])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await db
    .selectFrom('buyer_messages')
    .where('event_id', '=', eventId)
    .select(countAll.as('n'))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}
