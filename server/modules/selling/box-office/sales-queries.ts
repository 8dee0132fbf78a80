import type { Named } from '@kartis/domain/person-name.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { personOf } from '../../../platform/database/person-of.ts'
import type { AccountActor } from '../../../platform/http/authorization.ts'
import { countAll, ofEvents, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { BoxOfficeSalesTable } from './tables.ts'
import type { EventRow } from '../../catalogue/events/index.ts'

export type SaleRow = Selectable<BoxOfficeSalesTable> & { readonly seller: Named }

export const insertSale = async (tx: Tx, sale: Insertable<BoxOfficeSalesTable>): Promise<void> => {
  await tx.insertInto('box_office_sales').values(sale).execute()
}

const saleRows = (db: Db | Tx) =>
  db
    .selectFrom('box_office_sales as s')
    .leftJoin('users as u', 'u.id', 's.sold_by')
    .selectAll('s')
    .select(personOf('u').as('seller'))

/** A sale of a register, by the id of its order. */
export const readSale = (db: Db | Tx, registerId: string, orderId: string): Promise<SaleRow | undefined> =>
  saleRows(db).where('s.order_id', '=', orderId).where('s.register_id', '=', registerId).executeTakeFirst()

export const listSaleRows = async (
  db: Db,
  shiftId: string,
  query: PageOf & { readonly events: readonly string[] | null },
): Promise<{ rows: SaleRow[]; total: number }> => {
  const rows = await saleRows(db)
    .where('s.shift_id', '=', shiftId)
    .where(ofEvents('s.event_id', query.events))
    .orderBy('s.created_at', 'desc')
    .orderBy('s.order_id', 'desc')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { n } = await db
    .selectFrom('box_office_sales')
    .select(countAll.as('n'))
    .where('shift_id', '=', shiftId)
    .where(ofEvents('event_id', query.events))
    .executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

/** Sets how a sale is paid: another card, or cash after a decline. */
export const setSalePayment = async (
  tx: Tx,
  { event_id, order_id }: Pick<SaleRow, 'event_id' | 'order_id'>,
  change: { method: 'cash' | 'terminal'; received: number | null },
): Promise<void> => {
  await tx
    .updateTable('box_office_sales')
    .set(change)
    .where('event_id', '=', event_id)
    .where('order_id', '=', order_id)
    .execute()
}

const MAX_EVENTS = 100

/** Published events with tickets by number that are not over, the next one first. */
export const readBoxOfficeEvents = async (
  db: Db,
  account: Pick<AccountActor, 'id' | 'events'>,
  now: Date,
): Promise<EventRow[]> =>
  (await db
    .selectFrom('events')
    .leftJoin('venues', 'venues.id', 'events.venue_id')
    .selectAll('events')
    .select('venues.name as venue_name')
    .where('events.account_id', '=', account.id)
    .where(ofEvents('events.id', account.events))
    .where('events.status', '=', 'published')
    .where('events.ends_at', '>', now)
    .orderBy('events.starts_at')
    .orderBy('events.id')
    .limit(MAX_EVENTS)
    .execute()) as EventRow[]
