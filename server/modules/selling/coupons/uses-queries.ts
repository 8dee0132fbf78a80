import type { Coupon } from '@kartis/domain/coupon.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { pipeline } from '../../../platform/database/pipelining-driver.ts'

/** What is added to the counters of a coupon. */
export interface UseChange {
  readonly couponId: string
  readonly held: number
  readonly used: number
}

interface Row {
  readonly code_key: string
  readonly code: string
  readonly id: string
  readonly kind: Coupon['kind']
  readonly value: number
  readonly ticket_type_ids: string[] | null
  readonly max_tickets: number | null
  readonly max_uses: number | null
  readonly starts_at: Date | null
  readonly ends_at: Date | null
  readonly active: boolean
  readonly taken: number
}

const couponOf = (row: Row): Coupon => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  value: row.value,
  ticketTypeIds: row.ticket_type_ids,
  maxTickets: row.max_tickets,
  maxUses: row.max_uses,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  active: row.active,
  taken: row.taken,
})

const rowsOf = (eventId: string, keys: readonly string[]): RawBuilder<Row> => sql`
  select code_key, code, id, kind, value, ticket_type_ids, max_tickets, max_uses, starts_at, ends_at, active,
         held + used as taken
  from coupons
  where event_id = ${eventId} and code_key = any(${[...keys]}::text[]) and removed_at is null
  order by id`

/** Locks the coupons with these keys in id order and reads their newest rows, by key; unknown keys are missing. */
export const lockCoupons = async (tx: Tx, eventId: string, keys: readonly string[]): Promise<Map<string, Coupon>> => {
  const { rows } = await sql<Row>`${rowsOf(eventId, keys)} for update`.execute(tx)
  return new Map(rows.map((row) => [row.code_key, couponOf(row)]))
}

/** The coupon with this key as it is now, for a price that binds nobody. */
export const readCoupon = async (db: Db, eventId: string, key: string): Promise<Coupon | undefined> => {
  const [row] = (await rowsOf(eventId, [key]).execute(db)).rows
  return row && couponOf(row)
}

const summed = (changes: readonly UseChange[]): UseChange[] => {
  const sums = new Map<string, UseChange>()
  for (const { couponId, held, used } of changes) {
    const before = sums.get(couponId)
    sums.set(couponId, { couponId, held: (before?.held ?? 0) + held, used: (before?.used ?? 0) + used })
  }
  return [...sums.values()].filter(({ held, used }) => held !== 0 || used !== 0)
}

/**
 * Moves uses of an event's coupons together or not at all. Coupons come after the counters of tickets in the order of
 * locks; their rows are locked in id order.
 */
export const moveUses = async (tx: Tx, eventId: string, changes: readonly UseChange[]): Promise<void> => {
  const sums = summed(changes)
  if (sums.length === 0) return
  const { numAffectedRows } = await sql`
    with changes as (
      select * from unnest(
        ${sums.map(({ couponId }) => couponId)}::uuid[], ${sums.map(({ held }) => held)}::int[],
        ${sums.map(({ used }) => used)}::int[]
      ) as u (id, held, used)
    ), locked as (
      select c.id, u.held, u.used from coupons c join changes u on u.id = c.id
      where c.event_id = ${eventId} order by c.id for update of c
    )
    update coupons c set held = c.held + l.held, used = c.used + l.used
    from locked l where c.event_id = ${eventId} and c.id = l.id`.execute(tx)
  if (Number(numAffectedRows ?? 0) !== sums.length) throw new Error(`a coupon of event ${eventId} is missing`)
}

/**
 * Takes uses for reservations, coupon id to count, travelling with the commit. The caller holds the locks of `lockCoupons`
 * and decided on its rows, so every coupon is there and has enough.
 */
export const holdUses = async (tx: Tx, eventId: string, uses: ReadonlyMap<string, number>): Promise<void> => {
  await pipeline(
    tx,
    sql`
    update coupons c set held = c.held + u.count
    from unnest(${[...uses.keys()]}::uuid[], ${[...uses.values()]}::int[]) as u (id, count)
    where c.event_id = ${eventId} and c.id = u.id`,
  )
}

/** Takes a use for an order whose hold had ended; false when none is left. */
export const reacquireUse = async (tx: Tx, eventId: string, couponId: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update coupons set used = used + 1
    where event_id = ${eventId} and id = ${couponId} and (max_uses is null or held + used < max_uses)`.execute(tx)
  return numAffectedRows === 1n
}
