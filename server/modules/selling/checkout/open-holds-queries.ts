import { OPEN_HOLDS } from '@kartis/domain/limits.ts'
import type { OpenHolds } from '@kartis/domain/open-holds.ts'
import { sum } from '@kartis/domain/money.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** Whom open orders count for. `verified`: the network of callers with a verified phone. */
type CountedKind = 'network' | 'verified' | 'device' | 'person'

/** `type`: a network, for one ticket type of its anonymous orders (`typeHolder`). */
export type HolderKind = CountedKind | 'type'

export interface OpenHoldsCount {
  /** Tickets that the event offers, sold ones included. */
  readonly offered: number
  /** By kind and hash or id of the holder. */
  readonly byHolder: ReadonlyMap<string, OpenHolds>
  /** Tickets of each type, by its id, sold ones included. */
  readonly offeredOf: ReadonlyMap<string, number>
  /** Tickets that anonymous orders gave back or let expire in the last minutes, by network. */
  readonly returnedOf: ReadonlyMap<string, number>
}

export const holderKey = (kind: HolderKind, id: string): string => `${kind} ${id}`

/** A network and a ticket type as the id of one holder. */
export const typeHolder = (network: string, typeId: string): string => `${network} ${typeId}`

type Sums = Readonly<Record<string, number>> | null
type Counts = Readonly<Record<string, readonly [orders: number, tickets: number, until: number]>> | null

/** Of a group of open orders: how many, their tickets, and when the first of them ends in milliseconds of the epoch. */
const COUNTS = sql`jsonb_build_array(count(*), sum(tickets_count), (extract(epoch from min(expires_at)) * 1000)::bigint)`

/**
 * Counts the open online orders of an event by network, device and person, and those of anonymous
 * networks by ticket type, with what they gave back. One statement that reads the open orders once;
 * one row, since that is cheaper to parse than one for each of thousands of holders.
 */
export const openHoldsQuery = (eventId: string, now: Date) => {
  const since = new Date(now.getTime() - OPEN_HOLDS.returnedMinutes * 60_000)
  return sql<{ offered: Sums; typed: Sums; returned: Sums } & Readonly<Record<CountedKind, Counts>>>`
    with held as materialized (
      select id, network, device, user_id, tickets_count, expires_at from orders
      where event_id = ${eventId} and status in ('reserved', 'pending_payment') and expires_at > ${now}
        and channel = 'online'
    ), networks as (
      select network, user_id is not null as verified, ${COUNTS} as counts
      from held where network is not null group by 1, 2
    ), devices as (
      select device, ${COUNTS} as counts
      from held where device is not null group by 1
    ), people as (
      select user_id, ${COUNTS} as counts
      from held where user_id is not null group by 1
    ), types as (
      select h.network || ' ' || l.ticket_type_id as holder, sum(l.quantity)::int as tickets
      from held h join order_lines l on l.event_id = ${eventId} and l.order_id = h.id
      where h.network is not null and h.user_id is null group by 1
    ), ended as (
      select network, sum(tickets_count)::int as tickets from orders
      where event_id = ${eventId} and paid_at is null and closed_at > ${since} and channel = 'online'
        and network is not null and user_id is null group by 1
    )
    select (select json_object_agg(ticket_type_id, total) from stock where event_id = ${eventId}) as offered,
      (select json_object_agg(holder, tickets) from types) as typed,
      (select json_object_agg(network, tickets) from ended) as returned,
      (select json_object_agg(network, counts) from networks where not verified) as network,
      (select json_object_agg(network, counts) from networks where verified) as verified,
      (select json_object_agg(device, counts) from devices) as device,
      (select json_object_agg(user_id, counts) from people) as person`
}

export const countOpenHolds = async (db: Db, eventId: string, now: Date): Promise<OpenHoldsCount> => {
  const { rows } = await openHoldsQuery(eventId, now).execute(db)
  const [row] = rows
  const kinds = ['network', 'verified', 'device', 'person'] as const
  const counted = kinds.flatMap((kind) =>
    Object.entries(row?.[kind] ?? {}).map(
      ([id, [orders, tickets, until]]) => [holderKey(kind, id), { orders, tickets, until }] as const,
    ),
  )
  const typed = Object.entries(row?.typed ?? {}).map(
    ([id, tickets]) => [holderKey('type', id), { orders: 0, tickets }] as const,
  )
  const offeredOf = new Map(Object.entries(row?.offered ?? {}))
  return {
    offered: sum([...offeredOf.values()]),
    offeredOf,
    returnedOf: new Map(Object.entries(row?.returned ?? {})),
    byHolder: new Map<string, OpenHolds>([...counted, ...typed]),
  }
}
