import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { pipeline } from '../../../platform/database/pipelining-driver.ts'

/** What is asked of one ticket type. */
export interface StockChange {
  readonly typeId: string
  readonly quantity: number
}

/** One ticket type of an event with its counters, as it stood when its row was locked. */
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
  /** Most tickets in one order of this event, all types together. */
  readonly order_limit: number | null
  /** Whether purchase limits count for one phone across orders; a number limits all types together. */
  readonly phone_limit: boolean | number | null
  /** All of the above but the counters as one text: as long as it is the same, so are they. */
  readonly mark: string
}

const MARK = sql`jsonb_build_array(
  t.name, t.type, t.price, t.purchase_limit, t.sale_starts_at, t.sale_ends_at, t.archived_at is not null,
  e.account_id, e.status, e.starts_at, e.ends_at, e.settings -> 'order_limit', e.settings -> 'limit_per_phone')::text`

/**
 * Locks every counter of an event, in the order of their ids, and reads what a decision needs. Waiting for the lock
 * means that the counters are the newest there are. Sent ahead: what is asked next travels with it, and is answered
 * with the counters locked.
 */
export const lockStock = async (tx: Tx, eventId: string): Promise<() => Promise<StockRow[]>> => {
  const locked = await pipeline(
    tx,
    sql<StockRow>`
    select s.ticket_type_id as type_id, t.name, t.type as kind, t.price, t.purchase_limit,
           t.sale_starts_at, t.sale_ends_at, t.archived_at is not null as archived, s.total, s.held, s.sold,
           e.account_id, e.status as event_status, e.starts_at as event_starts_at, e.ends_at as event_ends_at,
           (e.settings ->> 'order_limit')::int as order_limit, e.settings -> 'limit_per_phone' as phone_limit,
           ${MARK} as mark
    from stock s
    join ticket_types t on t.event_id = s.event_id and t.id = s.ticket_type_id
    join events e on e.id = s.event_id
    where s.event_id = ${eventId}
    order by s.ticket_type_id
    for update of s`,
  )
  return async () => (await locked()).rows
}

/** Adds up changes of the same type and puts them in lock order; nothing is left of those that come to zero. */
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

/** Counters of one event move together or not at all: the rows are locked in id order, then changed. */
const move = async (
  tx: Tx,
  eventId: string,
  changes: readonly StockChange[],
  shift: 'hold' | 'release' | 'sell_held' | 'sell' | 'return',
): Promise<number> => {
  const held = shift === 'hold' ? 1 : shift === 'release' || shift === 'sell_held' ? -1 : 0
  const sold = shift === 'sell_held' || shift === 'sell' ? 1 : shift === 'return' ? -1 : 0
  const { numAffectedRows } = await sql`
    with wanted as (
      select * from unnest(${typesOf(changes)}::uuid[], ${quantitiesOf(changes)}::int[]) as w (type_id, quantity)
    ), locked as (
      select s.ticket_type_id, w.quantity from stock s join wanted w on w.type_id = s.ticket_type_id
      where s.event_id = ${eventId} order by s.ticket_type_id for update of s
    )
    update stock s
    set held = s.held + ${held}::int * l.quantity, sold = s.sold + ${sold}::int * l.quantity
    from locked l
    where s.event_id = ${eventId} and s.ticket_type_id = l.ticket_type_id`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

const expectAll = async (
  tx: Tx,
  eventId: string,
  changes: readonly StockChange[],
  shift: Parameters<typeof move>[3],
): Promise<void> => {
  const ordered = inLockOrder(changes)
  if (ordered.length === 0) return
  const moved = await move(tx, eventId, ordered, shift)
  if (moved !== ordered.length) throw new Error(`stock of event ${eventId} has ${moved} of ${ordered.length} rows`)
}

/** Held counters up; the caller holds the locks and has decided that there is enough. */
export const addHeld = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> =>
  expectAll(tx, eventId, changes, 'hold')

/** A change of a ticket type that bore this mark when it was decided; without one it was read under the lock. */
export interface SeenChange extends StockChange {
  readonly mark?: string
}

/** What is written in the statement that takes tickets. */
export interface Writing {
  /** Its parts (`name as (…), …`). They read from `taken`, which has one row, and none before all counters are taken. */
  readonly parts: RawBuilder<unknown>
  /** One text that the parts make. */
  readonly told: RawBuilder<unknown>
}

/**
 * Takes tickets and writes what is taken, all of it or nothing: a counter that has too little breaks the statement by its
 * own check, a type or an event that is not as it was decided on by a division by zero. Counters are locked in the order
 * of their ids, and before anything else is written.
 */
export const takeStatement = (
  eventId: string,
  changes: readonly SeenChange[],
  { parts, told }: Writing,
): RawBuilder<{ told: string | null }> => sql`
  with seen as (
    select s.ticket_type_id, w.quantity
    from unnest(
      ${typesOf(changes)}::uuid[], ${quantitiesOf(changes)}::int[], ${changes.map(({ mark }) => mark ?? null)}::text[]
    ) as w (type_id, quantity, mark)
    join stock s on s.ticket_type_id = w.type_id
    join ticket_types t on t.event_id = s.event_id and t.id = s.ticket_type_id
    join events e on e.id = s.event_id
    where s.event_id = ${eventId} and (w.mark is null or w.mark = ${MARK})
    order by s.ticket_type_id
    for update of s
  ), moved as (
    update stock s set held = s.held + seen.quantity from seen
    where s.event_id = ${eventId} and s.ticket_type_id = seen.ticket_type_id
    returning 1
  ), taken as (
    select 1 / (count(*) = ${changes.length})::int as whole from moved
  ), ${parts}
  select whole, ${told} as told from taken`

/** A hold ends: what it held is for sale again. */
export const releaseHeld = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> =>
  expectAll(tx, eventId, changes, 'release')

/** A held cart was paid. */
export const sellHeld = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> =>
  expectAll(tx, eventId, changes, 'sell_held')

/** Sold tickets were cancelled: they are for sale again. */
export const returnSold = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> =>
  expectAll(tx, eventId, changes, 'return')

/** What is left of some types of an event, locked in id order until the transaction ends. */
export const lockLeft = async (tx: Tx, eventId: string, typeIds: readonly string[]): Promise<Map<string, number>> => {
  const { rows } = await sql<{ type_id: string; left: number }>`
    select ticket_type_id as type_id, total - held - sold as left from stock
    where event_id = ${eventId} and ticket_type_id = any(${[...typeIds]}::uuid[])
    order by ticket_type_id for update`.execute(tx)
  return new Map(rows.map((row) => [row.type_id, row.left]))
}

/** Sold without a hold before; the caller holds the locks of `lockLeft`. */
export const addSold = (tx: Tx, eventId: string, changes: readonly StockChange[]): Promise<void> =>
  expectAll(tx, eventId, changes, 'sell')

/** Sets the number offered, unless that is below what is sold and held. False when refused. */
export const writeTotal = async (tx: Tx, eventId: string, typeId: string, total: number): Promise<boolean> => {
  const { rows } = await sql`
    insert into stock (event_id, ticket_type_id, total) values (${eventId}, ${typeId}, ${total})
    on conflict (event_id, ticket_type_id) do update set total = excluded.total
    where stock.held + stock.sold <= excluded.total
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Takes the counter away when nothing of it was ever held or sold. False when it is in use. */
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

/** What is promised of a type: for the words of a refusal. */
export const readStock = (db: Db | Tx, eventId: string, typeId: string) =>
  db
    .selectFrom('stock')
    .select(['total', 'held', 'sold'])
    .where('event_id', '=', eventId)
    .where('ticket_type_id', '=', typeId)
    .executeTakeFirst()

/** Why the event has no counters to lock: no such event, or nothing for sale on it. */
export const readEventState = (db: Db | Tx, eventId: string) =>
  db.selectFrom('events').select(['status', 'ends_at']).where('id', '=', eventId).executeTakeFirst()
