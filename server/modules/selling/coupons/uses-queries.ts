import type { Coupon } from '@kartis/domain/coupon.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'

/** How the uses of a coupon move. */
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

/** Locks the coupons with these keys, in the order of their ids; what they say then is the newest there is. */
export const lockCoupons = async (tx: Tx, eventId: string, keys: readonly string[]): Promise<Map<string, Coupon>> => {
  const { rows } = await sql<Row>`
    select code_key, code, id, kind, value, ticket_type_ids, max_tickets, max_uses, starts_at, ends_at, active,
           held + used as taken
    from coupons
    where event_id = ${eventId} and code_key = any(${[...keys]}::text[]) and removed_at is null
    order by id for update`.execute(tx)
  return new Map(
    rows.map((row) => [
      row.code_key,
      {
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
      },
    ]),
  )
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
 * Uses of an event's coupons move together or not at all. They come after the counters of tickets in the order of locks;
 * the rows are locked in the order of their ids.
 */
export const moveUses = async (tx: Tx, eventId: string, changes: readonly UseChange[]): Promise<void> => {
  const wanted = summed(changes)
  if (wanted.length === 0) return
  const { numAffectedRows } = await sql`
    with wanted as (
      select * from unnest(
        ${wanted.map(({ couponId }) => couponId)}::uuid[], ${wanted.map(({ held }) => held)}::int[],
        ${wanted.map(({ used }) => used)}::int[]
      ) as w (id, held, used)
    ), locked as (
      select c.id, w.held, w.used from coupons c join wanted w on w.id = c.id
      where c.event_id = ${eventId} order by c.id for update of c
    )
    update coupons c set held = c.held + l.held, used = c.used + l.used
    from locked l where c.event_id = ${eventId} and c.id = l.id`.execute(tx)
  if (Number(numAffectedRows ?? 0) !== wanted.length) throw new Error(`a coupon of event ${eventId} is gone`)
}

/** A use for an order that had lost its own, if there is one left. */
export const takeUseAgain = async (tx: Tx, eventId: string, couponId: string): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update coupons set used = used + 1
    where event_id = ${eventId} and id = ${couponId} and (max_uses is null or held + used < max_uses)`.execute(tx)
  return numAffectedRows === 1n
}
