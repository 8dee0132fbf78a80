import type { MissingScans, reportGateDevice } from '@kartis/contract/gate-devices.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

interface Sender {
  readonly eventId: string
  readonly deviceId: string
  readonly now: Date
}

/** The sequence of an honest device has few gaps: what one makes up does not fill the database. */
const MAX_GAPS = 1000

/** Notes which numbers of a device's sequence an upload had. */
export const noteReceived = async (
  db: Db,
  { eventId, deviceId, now }: Sender,
  seqs: readonly number[],
): Promise<void> => {
  await sql`
    insert into gate_sequences as q (event_id, device_id, received, noted_at)
    select ${eventId}, ${deviceId}, coalesce(range_agg(int4range(seq, seq + 1)), '{}'), ${now}
    from unnest(${seqs.filter((seq) => seq < 1_000_000_000)}::int[]) as seq
    on conflict (event_id, device_id) do update set noted_at = excluded.noted_at,
      received = case when (select count(*) from unnest(q.received)) < ${MAX_GAPS}
        then q.received + excluded.received else q.received end`.execute(db)
}

type LossReport = Pick<BodyOf<typeof reportGateDevice>, 'sequence' | 'lost'>

/**
 * Notes what a device says of its sequence and of what it has lost. Its losses only grow, so that a late report changes none.
 * The phone of a member says nothing of a device that joined by a link.
 */
export const noteLosses = async (
  db: Db,
  { eventId, deviceId, now, isEnrolled }: Sender & { readonly isEnrolled: boolean },
  { sequence, lost }: LossReport,
): Promise<void> => {
  if (!sequence && !lost) return
  const [first, through] = [sequence?.first ?? null, sequence?.through ?? null]
  const [count, from, to] = [lost?.count ?? 0, lost?.from ?? null, lost?.to ?? null]
  await sql`
    insert into gate_sequences as q (event_id, device_id, received, first, through, lost, lost_from, lost_to, noted_at)
    select ${eventId}, ${deviceId}, coalesce(range_agg(int4range(seq, seq + 1)), '{}'), ${first}::int, ${through}::int,
      ${count}::int, ${from}::timestamptz, ${to}::timestamptz, ${now}
    from unnest(${sequence?.unused ?? []}::int[]) as seq
    having ${isEnrolled}::boolean or not exists (select from gate_devices d where d.event_id = ${eventId} and d.id::text = ${deviceId})
    on conflict (event_id, device_id) do update set noted_at = excluded.noted_at,
      received = case when (select count(*) from unnest(q.received)) < ${MAX_GAPS}
        then q.received + excluded.received else q.received end,
      first = least(q.first, excluded.first), through = greatest(q.through, excluded.through),
      lost = greatest(q.lost, excluded.lost), lost_from = least(q.lost_from, excluded.lost_from),
      lost_to = greatest(q.lost_to, excluded.lost_to)`.execute(db)
}

/** Numbers that are on the device no more and never arrived. */
const gap = sql`(int4multirange(int4range(q.first, greatest(q.first, q.through + 1))) - q.received)`
const hasMissing = sql`(q.lost > 0 or (q.first is not null and not isempty(${gap})))`

/** Whether scans of the device whose id this is never arrived. */
export const lacksScans = (eventId: string, deviceId: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from gate_sequences q
    where q.event_id = ${eventId} and q.device_id = ${deviceId} and ${hasMissing})`

interface MissingRow {
  readonly device_id: string
  readonly gap: number
  readonly first: number | null
  readonly last: number | null
  readonly lost: number
  readonly lost_from: Date | null
  readonly lost_to: Date | null
}

/** What never arrived of each device of the event, by the id of the device. */
export const readMissing = async (db: Db, eventId: string): Promise<ReadonlyMap<string, MissingScans>> => {
  const { rows } = await sql<MissingRow>`
    select q.device_id, q.lost, q.lost_from, q.lost_to,
      (select coalesce(sum(upper(g) - lower(g)), 0)::int from unnest(${gap}) g) as gap,
      lower(${gap}) as first, upper(${gap}) - 1 as last
    from gate_sequences q where q.event_id = ${eventId} and ${hasMissing} limit 1000`.execute(db)
  return new Map(
    rows.map((row) => [
      row.device_id,
      {
        count: Math.max(row.gap, row.lost),
        numbers: row.first === null || row.last === null ? null : { first: row.first, last: row.last },
        from: row.lost_from?.toISOString() ?? null,
        to: row.lost_to?.toISOString() ?? null,
      },
    ]),
  )
}

/** Forgets what was missing at events that are over. */
export const forgetMissing = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('gate_sequences').where('noted_at', '<', before).execute()
}
