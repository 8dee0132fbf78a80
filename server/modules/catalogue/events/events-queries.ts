import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { asJson, containing, countAll, ofEvents, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { Database } from '../../../platform/database/schema.ts'
import type { VenueTexts } from '../venues/index.ts'
import type { EventsTable, EventTexts } from './tables.ts'
import type { EventSettings } from '@kartis/contract/events.ts'
import type { EventMove } from '@kartis/domain/event-moves.ts'
import type { EventBrief } from '@kartis/contract/tickets.ts'

export type EventRow = Omit<Selectable<EventsTable>, 'settings' | 'status'> & {
  settings: EventSettings
  status: 'draft' | 'published' | 'archived'
  venue_name: string | null
  /** The address of the venue as it is now, and its texts: they translate the event's copy while it says the same. */
  venue_street: string | null
  venue_city: string | null
  venue_texts: VenueTexts | null
  /** A seat map was taken; asked only of events of the kind `seats`. */
  has_seating: boolean
}

const HAS_SEATING = sql<boolean>`(
  events.kind = 'seats' and exists (select 1 from event_seating where event_seating.event_id = events.id))`

const withVenue = (events: SelectQueryBuilder<Database, 'events', object>) =>
  events
    .leftJoin('venues', 'venues.id', 'events.venue_id')
    .selectAll('events')
    .select([
      'venues.name as venue_name',
      'venues.address_street as venue_street',
      'venues.address_city as venue_city',
      'venues.texts as venue_texts',
    ])
    .select(HAS_SEATING.as('has_seating'))

const eventRows = (db: Db | Tx) => withVenue(db.selectFrom('events'))

export interface EventsFilter extends PageOf {
  /** The events that the caller may see; null: all. */
  events: readonly string[] | null
  status?: 'draft' | 'published' | 'archived' | undefined
  time?: 'coming' | 'past' | undefined
  cancelled?: 'true' | 'false' | undefined
  or?:
    | { name?: string | undefined; address_city?: string | undefined; address_description?: string | undefined }
    | undefined
  column: 'starts_at' | 'created_at' | 'name'
  direction: 'asc' | 'desc'
}

export const OR_FIELDS = ['name', 'address_city', 'address_description'] as const

export interface EventsPage {
  readonly rows: EventRow[]
  /** Of all pages. */
  readonly total: number
}

/** One page of the matching events, in a stable order, and their total. */
export const eventsPage = async (
  matching: SelectQueryBuilder<Database, 'events', object>,
  input: PageOf & Pick<EventsFilter, 'column' | 'direction'>,
): Promise<EventsPage> => {
  const rows = (await withVenue(matching)
    .orderBy(`events.${input.column}`, input.direction)
    .orderBy('events.id')
    .limit(input.per_page)
    .offset(offsetOf(input))
    .execute()) as EventRow[]
  const { n } = await matching.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const listEventRows = (db: Db, accountId: string, input: EventsFilter, now: Date): Promise<EventsPage> => {
  const searched = OR_FIELDS.flatMap((field) =>
    input.or?.[field] === undefined ? [] : [{ field, text: containing(input.or[field]) }],
  )
  const filtered = db
    .selectFrom('events')
    .where('events.account_id', '=', accountId)
    .where(ofEvents('events.id', input.events))
    .$if(input.status !== undefined, (q) => q.where('events.status', '=', input.status ?? 'draft'))
    .$if(input.status === undefined && input.time !== undefined, (q) => q.where('events.status', '<>', 'archived'))
    .$if(input.cancelled !== undefined, (q) =>
      q.where('events.cancelled_at', input.cancelled === 'true' ? 'is not' : 'is', null),
    )
    .$if(input.time === 'coming', (q) => q.where('events.ends_at', '>=', now))
    .$if(input.time === 'past', (q) => q.where('events.ends_at', '<', now))
    .$if(searched.length > 0, (q) =>
      q.where((eb) => eb.or(searched.map(({ field, text }) => eb(`events.${field}`, 'ilike', text)))),
    )
  return eventsPage(filtered, input)
}

export const eventRow = async (db: Db | Tx, accountId: string, id: string): Promise<EventRow | undefined> =>
  (await eventRows(db).where('events.id', '=', id).where('events.account_id', '=', accountId).executeTakeFirst()) as
    | EventRow
    | undefined

/** Events as relations of something else that its caller may see. */
export const eventBriefs = async (db: Db | Tx, ids: readonly string[]): Promise<EventBrief[]> => {
  const rows = await db
    .selectFrom('events')
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .select(['id', 'name', 'starts_at', 'ends_at', 'timezone', 'status'])
    .execute()
  return rows.map(({ id, starts_at, ends_at, ...row }) => ({
    ...row,
    uuid: id,
    starts_at: starts_at.toISOString(),
    ends_at: ends_at.toISOString(),
  }))
}

/** For modules that have authorized the access already (an order's event, a sweep). */
export const anyEventRow = async (db: Db | Tx, id: string): Promise<EventRow | undefined> =>
  (await eventRows(db).where('events.id', '=', id).executeTakeFirst()) as EventRow | undefined

export const lockEvent = async (tx: Tx, accountId: string, id: string): Promise<EventRow | undefined> => {
  const locked = await tx
    .selectFrom('events')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return locked ? eventRow(tx, accountId, id) : undefined
}

/** An event whose settings stay as they are until the transaction ends; sales and other readers go on. */
export const shareEvent = async (tx: Tx, accountId: string, id: string): Promise<EventRow | undefined> => {
  const shared = await tx
    .selectFrom('events')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst()
  return shared ? eventRow(tx, accountId, id) : undefined
}

export const isUuid = (key: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(key)

/** Longer than any slug and what stands behind it. */
const SLUG_KEY_CHARS = 40

/** A slug as it is stored: people type capitals, and messengers take the full stop of a sentence into a link. */
const slugIn = (key: string): string =>
  key.length > SLUG_KEY_CHARS ? key : key.toLowerCase().replace(/[!),.:;?\]]{1,3}$/, '')

const byKey = (key: string): RawBuilder<boolean> =>
  isUuid(key) ? sql<boolean>`events.id = ${key}` : sql<boolean>`events.slug = ${slugIn(key)}`

/** An event of any state by uuid or slug; its caller decides who may see it. */
export const eventRowByKey = async (db: Db, key: string): Promise<EventRow | undefined> =>
  (await eventRows(db).where(byKey(key)).executeTakeFirst()) as EventRow | undefined

/** A published event by uuid or slug. */
export const publicEventRow = async (db: Db, key: string): Promise<EventRow | undefined> =>
  (await eventRows(db).where(byKey(key)).where('events.status', '=', 'published').executeTakeFirst()) as
    | EventRow
    | undefined

/** An event by uuid or slug that is not on sale and was cancelled or has sold: people have its link. */
export const formerEventRow = async (db: Db, key: string): Promise<EventRow | undefined> =>
  (await eventRows(db)
    .where(byKey(key))
    .where('events.status', '<>', 'published')
    .where((q) =>
      q.or([
        q('events.cancelled_at', 'is not', null),
        q.exists(
          q
            .selectFrom('orders')
            .select('orders.id')
            .whereRef('orders.event_id', '=', 'events.id')
            .where('orders.paid_at', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirst()) as EventRow | undefined

export const markCancelled = async (tx: Tx, id: string, now: Date): Promise<void> => {
  await tx.updateTable('events').set({ cancelled_at: now, updated_at: now }).where('id', '=', id).execute()
}

export interface EventColumns {
  name: string
  description: string
  starts_at: string
  ends_at: string
  timezone: string
  venue_id: string | null
  address_description: string
  address_street: string
  address_street_number: string
  address_city: string
  settings: EventSettings
  texts?: EventTexts
}

export const insertEvent = async (
  tx: Tx,
  row: EventColumns & {
    id: string
    account_id: string
    slug: string
    kind: 'tickets' | 'seats'
    created_by: string | null
  },
): Promise<void> => {
  await tx
    .insertInto('events')
    .values({ ...row, settings: asJson(row.settings), texts: asJson(row.texts ?? {}) })
    .execute()
}

/** What becomes known with another time of an event. */
interface EventMoves {
  postponed_at: Date
  moves: readonly EventMove[]
  announced_starts_at: Date
  sold_ends_at: Date | null
}

export const updateEventRow = async (
  tx: Tx,
  id: string,
  change: Partial<EventColumns & EventMoves>,
  now: Date,
): Promise<void> => {
  const { settings, texts, moves, ...columns } = change
  await tx
    .updateTable('events')
    .set({
      ...columns,
      ...(settings === undefined ? {} : { settings: asJson(settings) }),
      ...(texts === undefined ? {} : { texts: asJson(texts) }),
      ...(moves === undefined ? {} : { moves: asJson(moves) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Moves an event to another state, only from one of the given states; false when it is in another. */
export const moveEvent = async (
  tx: Tx | Db,
  id: string,
  from: readonly EventRow['status'][],
  to: EventRow['status'],
  now: Date,
): Promise<boolean> => {
  const done = await tx
    .updateTable('events')
    .set({
      status: to,
      updated_at: now,
      ...(to === 'published' ? { published_at: now, cancelled_at: null } : {}),
      ...(to === 'archived' ? { archived_at: now } : {}),
    })
    .where('id', '=', id)
    .where(sql<boolean>`status = any(${[...from]}::text[])`)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export const deleteEventRow = async (tx: Tx, id: string): Promise<void> => {
  await tx.deleteFrom('events').where('id', '=', id).execute()
}

export const hasOrders = async (db: Db | Tx, id: string): Promise<boolean> =>
  (await db.selectFrom('orders').select('id').where('event_id', '=', id).limit(1).executeTakeFirst()) !== undefined

/** Whether an event has tickets, cancelled ones included, or orders that may still become some. */
export const hasTickets = async (tx: Tx, id: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from tickets where event_id = ${id})
      or exists (select from orders where event_id = ${id} and status in ('reserved', 'pending_payment')) as found`.execute(
    tx,
  )
  return rows[0]?.found === true
}

/** Lets the payout of an event wait for its own end alone; false where it waits for no other one. */
export const forgetSoldEnd = async (db: Db, id: string): Promise<boolean> => {
  const { rows } = await sql`
    update events set sold_ends_at = null where id = ${id} and sold_ends_at > ends_at returning id`.execute(db)
  return rows.length > 0
}
