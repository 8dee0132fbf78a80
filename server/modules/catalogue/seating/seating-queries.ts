import type { SeatRules } from '@kartis/domain/seats.ts'
import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { asJson } from '../../../platform/http/listing.ts'
import type { StoredMap } from './seating-tasks.ts'
import type { SeatingCategoryFacts, StoredNumbers } from './tables.ts'

/** The seating of an event without its document. */
export interface SeatingRow {
  readonly event_id: string
  readonly account_id: string
  readonly map_id: string
  readonly edition: number
  readonly seating: string
  readonly rules: SeatRules
  readonly places: StoredNumbers
  readonly categories: readonly SeatingCategoryFacts[]
  readonly hash: string
  readonly updated_at: Date
  /** The newest edition of its map, archived or not. */
  readonly newest_edition: number
}

export const seatingRow = async (db: Db | Tx, eventId: string): Promise<SeatingRow | undefined> => {
  const { rows } = await sql<SeatingRow>`
    select s.event_id, s.account_id, s.map_id, s.edition, s.seating, s.rules, s.places, s.categories, s.hash,
           s.updated_at, greatest(coalesce(m.edition, 0), s.edition) as newest_edition
    from event_seating s left join venues_maps m on m.id = s.map_id
    where s.event_id = ${eventId}`.execute(db)
  return rows[0]
}

export const seatingDocument = async (db: Db | Tx, eventId: string): Promise<MapDocument | undefined> =>
  (await db.selectFrom('event_seating').select('document').where('event_id', '=', eventId).executeTakeFirst())?.document

interface SeatingWrite {
  readonly eventId: string
  readonly edition: number
  readonly now: Date
}

/** The first map of an event, or another one instead. */
export const writeSeating = async (
  tx: Tx,
  {
    eventId,
    edition,
    now,
    ...about
  }: SeatingWrite & { readonly accountId: string; readonly mapId: string; readonly rules: SeatRules },
  map: StoredMap,
): Promise<void> => {
  const columns = {
    map_id: about.mapId,
    edition,
    rules: asJson(about.rules),
    seating: map.seating,
    document: map.text,
    places: asJson(map.places),
    categories: asJson(map.categories),
    names: asJson(map.names),
    hash: map.hash,
    updated_at: now,
  }
  await tx
    .insertInto('event_seating')
    .values({ event_id: eventId, account_id: about.accountId, revision: 1, ...columns })
    .onConflict((conflict) =>
      conflict.column('event_id').doUpdateSet({ ...columns, revision: sql`event_seating.revision + 1` }),
    )
    .execute()
}

/** Another edition of the same map: the base of the uuids and the rules stay. */
export const moveSeating = async (tx: Tx, { eventId, edition, now }: SeatingWrite, map: StoredMap): Promise<void> => {
  await tx
    .updateTable('event_seating')
    .set({
      edition,
      document: map.text,
      places: asJson(map.places),
      categories: asJson(map.categories),
      names: asJson(map.names),
      hash: map.hash,
      updated_at: now,
      revision: sql`revision + 1`,
    })
    .where('event_id', '=', eventId)
    .execute()
}

export const writeRules = async (tx: Tx, eventId: string, rules: SeatRules, now: Date): Promise<void> => {
  await tx
    .updateTable('event_seating')
    .set({ rules: asJson(rules), updated_at: now })
    .where('event_id', '=', eventId)
    .execute()
}

export interface SeatPriceRow {
  readonly category: string
  readonly ticket_type_id: string
  readonly area_capacity: number | null
}

/** Ticket types by category, in the order of the sale page; archived types are left out. */
export const seatPrices = async (
  db: Db | Tx,
  eventId: string,
): Promise<(SeatPriceRow & { readonly type: 'regular' | 'producer'; readonly price: number })[]> =>
  db
    .selectFrom('event_seat_prices as p')
    .innerJoin('ticket_types as t', (join) =>
      join.onRef('t.event_id', '=', 'p.event_id').onRef('t.id', '=', 'p.ticket_type_id'),
    )
    .where('p.event_id', '=', eventId)
    .where('t.archived_at', 'is', null)
    .select(['p.category', 'p.ticket_type_id', 'p.area_capacity', 't.type', 't.price'])
    .orderBy('p.category')
    .orderBy('t.position')
    .orderBy('t.id')
    .execute()

export const writePrices = async (tx: Tx, eventId: string, prices: readonly SeatPriceRow[]): Promise<void> => {
  await tx.deleteFrom('event_seat_prices').where('event_id', '=', eventId).execute()
  if (prices.length === 0) return
  await sql`
    insert into event_seat_prices (event_id, category, ticket_type_id, area_capacity)
    select ${eventId}, p.category, p.type_id, p.capacity
    from unnest(${prices.map(({ category }) => category)}::text[],
      ${prices.map(({ ticket_type_id }) => ticket_type_id)}::uuid[],
      ${prices.map(({ area_capacity }) => area_capacity)}::int[]) as p (category, type_id, capacity)`.execute(tx)
}

/** After a change of the map: capacities of areas as they are now; prices of categories that are gone are deleted. */
export const followCategories = async (
  tx: Tx,
  eventId: string,
  categories: readonly SeatingCategoryFacts[],
): Promise<void> => {
  const keys = categories.map(({ key }) => key)
  await sql`
    delete from event_seat_prices where event_id = ${eventId} and category <> all(${keys}::text[])`.execute(tx)
  await sql`
    update event_seat_prices p set area_capacity = c.capacity
    from unnest(${keys}::text[], ${categories.map(({ places, capacity }) => (places > 0 ? null : capacity))}::int[])
      as c (category, capacity)
    where p.event_id = ${eventId} and p.category = c.category`.execute(tx)
}

/** Whether anything of an event is held or sold: seats, or tickets of a standing area. */
export const hasSales = async (db: Db | Tx, eventId: string): Promise<boolean> => {
  const { rows } = await sql<{ sold: boolean }>`
    select exists (select 1 from stock where event_id = ${eventId} and held + sold > 0)
        or exists (select 1 from event_seats where event_id = ${eventId} and state <> 0) as sold`.execute(db)
  return rows[0]?.sold ?? false
}

/** Ticket types that hold or sold seats or tickets of an area, by the category of the seats. */
export const typesInUse = async (
  tx: Tx,
  eventId: string,
): Promise<readonly { readonly category: string; readonly ticket_type_id: string }[]> => {
  const { rows } = await sql<{ category: string; ticket_type_id: string }>`
    select distinct category, ticket_type_id from event_seats where event_id = ${eventId} and state <> 0
    union
    select p.category, p.ticket_type_id from event_seat_prices p
    join stock s on s.event_id = p.event_id and s.ticket_type_id = p.ticket_type_id
    where p.event_id = ${eventId} and p.area_capacity is not null and s.held + s.sold > 0`.execute(tx)
  return rows
}

/** The active ticket types of an event among these. */
export const typesOfEvent = async (tx: Db | Tx, eventId: string, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', eventId)
    .where('archived_at', 'is', null)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Held and sold tickets of standing areas by category. */
export const takenOfAreas = async (tx: Db | Tx, eventId: string): Promise<Record<string, number>> => {
  const { rows } = await sql<{ category: string; taken: number }>`
    select p.category, sum(s.held + s.sold)::int as taken from event_seat_prices p
    join stock s on s.event_id = p.event_id and s.ticket_type_id = p.ticket_type_id
    where p.event_id = ${eventId} and p.area_capacity is not null group by p.category`.execute(tx)
  return Object.fromEntries(rows.map(({ category, taken }) => [category, taken]))
}
