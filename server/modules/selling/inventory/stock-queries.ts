import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { pipeline } from '../../../platform/database/pipelining-driver.ts'

/** A number of tickets of one type. */
export interface StockChange {
  readonly typeId: string
  readonly quantity: number
}

/** One ticket type of an event with its counters, read while they were locked. */
export interface StockRow {
  readonly type_id: string
  readonly name: string
  readonly kind: 'regular' | 'producer'
  /** agorot */
  readonly price: number
  readonly purchase_limit: number | null
  readonly sale_starts_at: Date | null
  readonly sale_ends_at: Date | null
  readonly archived: boolean
  readonly total: number
  readonly held: number
  readonly sold: number
  readonly account_id: string
  readonly event_status: 'draft' | 'published' | 'archived'
  readonly event_starts_at: Date
  readonly event_ends_at: Date
  /** Maximum tickets in one order of this event, all types together. */
  readonly order_limit: number | null
  /** Whether purchase limits count for one phone across orders; a number limits all types together. */
  readonly phone_limit: boolean | number | null
  /** Whether tickets are held for verified phones only. */
  readonly verified_only: boolean
  /** Whether the producer hides how many tickets are left. */
  readonly hides_left: boolean
  /** Whether the event has numbered places. */
  readonly seated: boolean
  /** Everything above but the counters as one text: while it is the same, so are they. */
  readonly version: string
}

const VERSION = sql`jsonb_build_array(
  t.name, t.type, t.price, t.purchase_limit, t.sale_starts_at, t.sale_ends_at, t.archived_at is not null,
  e.account_id, e.status, e.starts_at, e.ends_at, e.settings -> 'order_limit', e.settings -> 'limit_per_phone',
  e.settings -> 'verify_before_hold', e.settings -> 'hide_remaining', e.kind)::text`

/** SQLSTATE of `raise_stock_changed` (migration 27). */
export const STOCK_CHANGED = 'KT001'

/**
 * Locks every counter of an event in id order and reads what a decision needs. The counters are the newest there are.
 * The statement is sent and not waited for, so that the next one travels with it: await the returned function for the rows.
 */
export const lockStock = async (tx: Tx, eventId: string): Promise<() => Promise<StockRow[]>> => {
  const locked = await pipeline(
    tx,
    sql<StockRow>`
    select s.ticket_type_id as type_id, t.name, t.type as kind, t.price, t.purchase_limit,
           t.sale_starts_at, t.sale_ends_at, t.archived_at is not null as archived, s.total, s.held, s.sold,
           e.account_id, e.status as event_status, e.starts_at as event_starts_at, e.ends_at as event_ends_at,
           (e.settings ->> 'order_limit')::int as order_limit, e.settings -> 'limit_per_phone' as phone_limit,
           coalesce(e.settings -> 'verify_before_hold', 'false') = 'true' as verified_only,
           coalesce(e.settings -> 'hide_remaining', 'false') = 'true' as hides_left,
           e.kind = 'seats' as seated,
           ${VERSION} as version
    from stock s
    join ticket_types t on t.event_id = s.event_id and t.id = s.ticket_type_id
    join events e on e.id = s.event_id
    where s.event_id = ${eventId}
    order by s.ticket_type_id
    for update of s`,
  )
  return async () => (await locked()).rows
}

/** Adds up changes of the same type, drops those that come to zero, and sorts them in lock order. */
export const inLockOrder = (changes: readonly StockChange[]): StockChange[] => {
  const sums = new Map<string, number>()
  for (const { typeId, quantity } of changes) sums.set(typeId, (sums.get(typeId) ?? 0) + quantity)
  return [...sums]
    .filter(([, quantity]) => quantity !== 0)
    .map(([typeId, quantity]) => ({ typeId, quantity }))
    .toSorted((a, b) => (a.typeId < b.typeId ? -1 : 1))
}

const typesOf = (changes: readonly StockChange[]): string[] => changes.map(({ typeId }) => typeId)
const quantitiesOf = (changes: readonly StockChange[]): number[] => changes.map(({ quantity }) => quantity)

/** What a move adds to each counter for one ticket. */
interface Move {
  readonly held: -1 | 0 | 1
  readonly sold: -1 | 0 | 1
}

/** Moves counters of one event together or not at all: the rows are locked in id order, then changed. */
const moveStock = async (
  tx: Tx,
  eventId: string,
  changes: readonly StockChange[],
  { held, sold }: Move,
): Promise<void> => {
  const ordered = inLockOrder(changes)
  if (ordered.length === 0) return
  const { numAffectedRows } = await sql`
    with changes as (
      select * from unnest(${typesOf(ordered)}::uuid[], ${quantitiesOf(ordered)}::int[]) as c (type_id, quantity)
    ), locked as (
      select s.ticket_type_id, c.quantity from stock s join changes c on c.type_id = s.ticket_type_id
      where s.event_id = ${eventId} order by s.ticket_type_id for update of s
    )
    update stock s
    set held = s.held + ${held}::int * l.quantity, sold = s.sold + ${sold}::int * l.quantity
    from locked l
    where s.event_id = ${eventId} and s.ticket_type_id = l.ticket_type_id`.execute(tx)
  const moved = Number(numAffectedRows ?? 0)
  if (moved !== ordered.length) throw new Error(`stock of event ${eventId} has ${moved} of ${ordered.length} rows`)
}

/** left → held. The caller holds the locks of `lockLeft` and has decided that there is enough. */
export const addHeld = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> =>
  moveStock(tx, eventId, changes, { held: 1, sold: 0 })

/** left → sold. The caller holds the locks of `lockLeft` and has decided that there is enough. */
export const addSold = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> =>
  moveStock(tx, eventId, changes, { held: 0, sold: 1 })

/** held → left: a hold ends. */
export const releaseHeld = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> =>
  moveStock(tx, eventId, changes, { held: -1, sold: 0 })

/** held → sold: a hold was paid. */
export const sellHeld = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> =>
  moveStock(tx, eventId, changes, { held: -1, sold: 1 })

/** sold → left: sold tickets were cancelled. */
export const returnSold = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> =>
  moveStock(tx, eventId, changes, { held: 0, sold: -1 })

/**
 * left → held for a batch, travelling with the commit. The caller holds the locks of `lockStock` and decided on its rows,
 * so every row is there and has enough; the check of the table is the last guard and undoes the transaction.
 */
export const addHeldAhead = async (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> => {
  await pipeline(
    tx,
    sql`
    update stock s set held = s.held + c.quantity
    from unnest(${typesOf(changes)}::uuid[], ${quantitiesOf(changes)}::int[]) as c (type_id, quantity)
    where s.event_id = ${eventId} and s.ticket_type_id = c.type_id`,
  )
}

/** A change that was decided on a row with this version. */
export interface VersionedChange extends StockChange {
  readonly version: string
}

/**
 * left → held for a batch that was decided on cached rows, travelling with the commit. Locks the counters in id order and
 * raises `STOCK_CHANGED`, which undoes the transaction, unless each type has its version and enough is left of it.
 */
export const addHeldIfUnchanged = async (
  tx: Tx,
  eventId: string,
  changes: readonly VersionedChange[],
): Promise<void> => {
  await pipeline(
    tx,
    sql`
    with unchanged as (
      select s.ticket_type_id, c.quantity
      from unnest(
        ${typesOf(changes)}::uuid[], ${quantitiesOf(changes)}::int[], ${changes.map(({ version }) => version)}::text[]
      ) as c (type_id, quantity, version)
      join stock s on s.ticket_type_id = c.type_id
      join ticket_types t on t.event_id = s.event_id and t.id = s.ticket_type_id
      join events e on e.id = s.event_id
      where s.event_id = ${eventId} and s.held + s.sold + c.quantity <= s.total and c.version = ${VERSION}
      order by s.ticket_type_id
      for update of s
    ), moved as (
      update stock s set held = s.held + u.quantity from unchanged u
      where s.event_id = ${eventId} and s.ticket_type_id = u.ticket_type_id
      returning 1
    )
    select case when count(*) = ${changes.length} then 1 else raise_stock_changed() end from moved`,
  )
}

/** What is left of some types of an event, locked in id order until the transaction ends; unknown types are missing. */
export const lockLeft = async (tx: Tx, eventId: string, typeIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ type_id: string; left: number }>`
    select ticket_type_id as type_id, total - held - sold as left from stock
    where event_id = ${eventId} and ticket_type_id = any(${[...typeIds]}::uuid[])
    order by ticket_type_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.type_id, row.left]))
}

/**
 * Sets the number offered, of a seated type at most its seats, unless that is below what is sold and held. False when
 * refused.
 */
export const writeTotal = async (tx: Tx, eventId: string, typeId: string, total: number): Promise<boolean> => {
  const { rows } = await sql`
    insert into stock (event_id, ticket_type_id, total, quota, seats)
    select ${eventId}, ${typeId}, case when seated then 0 else ${total}::int end,
           case when seated then ${total}::int end, case when seated then 0 end
    from (select exists (select 1 from event_seating where event_id = ${eventId}) as seated) e
    on conflict (event_id, ticket_type_id) do update
      set total = least(${total}::int, stock.seats),
          quota = case when stock.seats is null then null when stock.total = ${total}::int then stock.quota
                       else ${total}::int end
    where stock.held + stock.sold <= least(${total}::int, stock.seats)
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Deletes the counter of a type of which nothing is held or sold. False when it is in use. */
export const deleteStock = async (tx: Tx, eventId: string, typeId: string): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('stock')
    .where('event_id', '=', eventId)
    .where('ticket_type_id', '=', typeId)
    .where('held', '=', 0)
    .where('sold', '=', 0)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Counters of a type, for the detail of a refusal. */
export const readStock = (db: Db | Tx, eventId: string, typeId: string) =>
  db
    .selectFrom('stock')
    .select(['total', 'held', 'sold'])
    .where('event_id', '=', eventId)
    .where('ticket_type_id', '=', typeId)
    .executeTakeFirst()

/** The state of an event that has no counters; undefined for an unknown event. */
export const readEventState = (db: Db | Tx, eventId: string) =>
  db.selectFrom('events').select('status').where('id', '=', eventId).executeTakeFirst()
