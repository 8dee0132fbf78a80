import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import type { WaitingListTable } from './tables.ts'

export type EntryRow = Selectable<WaitingListTable>

/** One entry for each phone and kind: a repeat changes the quantity and keeps its place. Returns the entry's id. */
export const saveEntry = async (
  tx: Tx,
  row: Omit<EntryRow, 'notified_at'>,
): Promise<Pick<EntryRow, 'id' | 'quantity'>> =>
  tx
    .insertInto('waiting_list')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['event_id', 'kind', 'phone'])
        .doUpdateSet({ quantity: row.quantity, lang: row.lang, wording: row.wording }),
    )
    .returning(['id', 'quantity'])
    .executeTakeFirstOrThrow()

export const deleteEntry = async (db: Db, eventId: string, id: string): Promise<void> => {
  await db.deleteFrom('waiting_list').where('event_id', '=', eventId).where('id', '=', id).execute()
}

/** An entry with its event. */
export interface OwnEntryRow extends EntryRow {
  readonly slug: string
  readonly name: string
  readonly texts: EventRow['texts']
  readonly starts_at: Date
  readonly timezone: string
}

/** What a phone waits for at events to come, the newest first. */
export const listOfPhone = async (
  db: Db,
  phone: string,
  { eventId, now, ...query }: PageOf & { readonly eventId: string | undefined; readonly now: Date },
): Promise<{ rows: OwnEntryRow[]; total: number }> => {
  const found = db
    .selectFrom('waiting_list as w')
    .innerJoin('events as e', 'e.id', 'w.event_id')
    .where('w.phone', '=', phone)
    .where('e.status', '=', 'published')
    .where('e.ends_at', '>', now)
    .$if(eventId !== undefined, (q) => q.where('w.event_id', '=', eventId ?? ''))
  const rows = await found
    .selectAll('w')
    .select(['e.slug', 'e.name', 'e.texts', 'e.starts_at', 'e.timezone'])
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { n } = await found.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

/** Deletes an entry of a phone; false when there is none. */
export const deleteOfPhone = async (db: Db, phone: string, id: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('waiting_list')
    .where('phone', '=', phone)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Of one person, at one account or at all. */
export const eraseEntries = async (tx: Tx, phone: string, accountId: string | undefined): Promise<void> => {
  await tx
    .deleteFrom('waiting_list')
    .where('phone', '=', phone)
    .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))
    .execute()
}

export const listEntries = async (
  db: Db,
  eventId: string,
  query: PageOf & { readonly kind?: EntryRow['kind'] | undefined },
): Promise<{ rows: EntryRow[]; total: number }> => {
  const found = db
    .selectFrom('waiting_list')
    .where('event_id', '=', eventId)
    .$if(query.kind !== undefined, (q) => q.where('kind', '=', query.kind ?? 'sold_out'))
  const rows = await found
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { n } = await found.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

/** Marks up to `limit` people whose sale has opened as notified, and returns them; a second process gets others. */
export const takeDue = async (tx: Tx, now: Date, limit: number): Promise<EntryRow[]> => {
  const { rows } = await sql<EntryRow>`
    with due as (
      select w.event_id, w.id from waiting_list w join events e on e.id = w.event_id
      where w.kind = 'sale_opens' and w.notified_at is null and e.status = 'published' and e.ends_at > ${now}
        and exists (
          select from ticket_types t where t.event_id = w.event_id and t.archived_at is null and t.type = 'regular'
            and (t.sale_starts_at is null or t.sale_starts_at <= ${now})
            and (t.sale_ends_at is null or t.sale_ends_at > ${now}))
      order by w.created_at limit ${limit} for update of w skip locked
    )
    update waiting_list w set notified_at = ${now} from due
    where w.event_id = due.event_id and w.id = due.id returning w.*`.execute(tx)
  return rows
}

/** Entries of events that ended before this instant: nobody waits for them any more. */
export const deleteEntriesBefore = async (db: Db, before: Date): Promise<void> => {
  await sql`
    delete from waiting_list w using events e where e.id = w.event_id and e.ends_at < ${before}`.execute(db)
}
