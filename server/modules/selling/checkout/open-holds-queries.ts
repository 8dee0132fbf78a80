import type { OpenHolds } from '@kartis/domain/open-holds.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

/** Whom open orders count for. `verified`: the network of callers with a verified phone. */
export type HolderKind = 'network' | 'verified' | 'device' | 'person'

export interface OpenHoldsCount {
  /** Tickets that the event offers, sold ones included. */
  readonly offered: number
  /** By kind and hash or id of the holder. */
  readonly byHolder: ReadonlyMap<string, OpenHolds>
}

export const holderKey = (kind: HolderKind, id: string): string => `${kind} ${id}`

type Counts = Readonly<Record<string, readonly [orders: number, tickets: number, until: number]>> | null

/** Of a group of open orders: how many, their tickets, and when the first of them ends in milliseconds of the epoch. */
const COUNTS = sql`jsonb_build_array(count(*), sum(tickets_count), (extract(epoch from min(expires_at)) * 1000)::bigint)`

/**
 * Counts the open online orders of an event by network, device and person. One statement that reads the open orders once;
 * one row, since that is cheaper to parse than one for each of thousands of holders.
 */
export const countOpenHolds = async (db: Db, eventId: string, now: Date): Promise<OpenHoldsCount> => {
  const { rows } = await sql<{ offered: number } & Readonly<Record<HolderKind, Counts>>>`
    with held as materialized (
      select network, device, user_id, tickets_count, expires_at from orders
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
    )
    select (select coalesce(sum(total), 0)::int from stock where event_id = ${eventId}) as offered,
      (select json_object_agg(network, counts) from networks where not verified) as network,
      (select json_object_agg(network, counts) from networks where verified) as verified,
      (select json_object_agg(device, counts) from devices) as device,
      (select json_object_agg(user_id, counts) from people) as person`.execute(db)
  const [row] = rows
  const kinds = ['network', 'verified', 'device', 'person'] as const
  return {
    offered: row?.offered ?? 0,
    byHolder: new Map(
      kinds.flatMap((kind) =>
        Object.entries(row?.[kind] ?? {}).map(([id, [orders, tickets, until]]) => [
          holderKey(kind, id),
          { orders, tickets, until },
        ]),
      ),
    ),
  }
}
