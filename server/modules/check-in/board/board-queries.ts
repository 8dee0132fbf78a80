import type { GateDeviceRole } from '@kartis/domain/gate-device.ts'
import { GATE_FLOW } from '@kartis/domain/gate-flow.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import type { MetEntries } from '../admission/index.ts'
import { deviceName, lacksScans } from '../devices/index.ts'

/** Gates, devices and ticket types that are listed; what further gates let in is that of the last, which has no name. */
const LISTED = { gates: 12, devices: 100, types: 50 } as const

export interface BoardFacts {
  readonly gates: readonly { readonly name: string | null; readonly entered: number }[]
  /** Entries at gates that are not listed. */
  readonly others: number
  /** Entries of listed gates; `gate` is their place in `gates`, null for any other gate. */
  readonly minutes: readonly { readonly gate: number | null; readonly minute: number; readonly count: number }[]
  readonly refusals: readonly { readonly code: string; readonly count: number }[]
  readonly types: readonly {
    readonly uuid: string
    readonly name: string
    readonly total: number
    readonly entered: number
  }[]
  readonly devices: readonly DeviceFacts[]
  readonly ended: readonly EndedFacts[]
}

/** A device whose permission is over, with what waited on it when it last reported. */
export interface EndedFacts {
  readonly revoked: boolean
  /** Null once it has said what waits on it. */
  readonly unknown_since: string | null
  readonly uuid: string
  readonly name: string
  readonly gate: string | null
  readonly ended_at: string
  readonly pending: number
  readonly lost: boolean
}

export interface DeviceFacts {
  /** Null for a phone that did not join by a link. */
  readonly uuid: string | null
  /** As it names itself in its scans. */
  readonly device_id: string
  readonly name: string
  readonly role: GateDeviceRole | null
  readonly gate: string | null
  readonly joined_at: string | null
  readonly contact_at: string | null
  /** When it last said what waits on it, or joined; null for the phone of a member that does not, or has left. */
  readonly reported_at: string | null
  readonly pending: number | null
  readonly battery: number | null
  readonly clock_off_ms: number | null
  readonly clock_jumps: number
  readonly scans: number
  readonly entries: number
  readonly refusals: number
}

interface Shown {
  readonly from: number
  readonly last: number
}

interface BoardQuestion {
  readonly shown: Shown
  /** Devices that were last known before are left out. */
  readonly seenAfter: Date
  /** Until when phones of members are at the gate: nobody ends their permission after the event. */
  readonly teamUntil: Date
  readonly now: Date
  /** Entries of two devices that let in the same ticket. */
  readonly met: MetEntries
}

/** Devices that have scanned, from `acts` without the entries that were taken back, and phones of which nothing arrived because they lost all of their scans. */
const seenDevices = (eventId: string) => sql`
    scanned as (
      select device_id, count(*)::int as scans, count(*) filter (where direction = 'entry' and verdict in ('admitted', 'conflict')
          and id not in (select undone from taken_back))::int as entries,
        count(*) filter (where verdict = 'refused')::int as refusals, count(*) filter (where jumped)::int as jumps, max(received_at) as at,
        (array_agg(gate order by received_at desc))[1] as gate,
        (array_agg(user_id order by received_at desc) filter (where user_id is not null))[1] as user_id
      from acts where device_id is not null group by device_id
    ), seen as (
      select *, null::text as own_name from scanned
      union all
      -- Nothing arrived of a phone that has lost all of its scans.
      select l.device_id, 0, 0, 0, 0, l.contact_at, l.gate, null::uuid, l.name
      from gate_lanes l where l.event_id = ${eventId} and l.device_id not in (select device_id from scanned)
        and ${lacksScans(eventId, sql`l.device_id`)}`

/**
 * What the board counts, as one statement that reads the scans and tickets of the event once. Entries are those of people,
 * as the counters of the event have them: second ones of a ticket count; undone ones, those that another device made before
 * them, and those of tickets that were cancelled since do not.
 */
export const readBoard = async (
  db: Db,
  eventId: string,
  { shown: { from, last }, seenAfter, teamUntil, now, met }: BoardQuestion,
): Promise<BoardFacts> => {
  const { rows } = await sql<BoardFacts>`
    with acts as materialized (
      select s.id, s.ticket_id, s.undoes, s.verdict, s.direction, s.refusal, nullif(trim(s.gate), '') as gate, s.device_id,
        s.user_id, s.scanned_at, s.received_at, s.origin->>'clock' is not null as jumped
      from scans s where s.event_id = ${eventId}
    ), taken_back as materialized (
      select undoes as undone from acts where verdict = 'undone' and undoes is not null
    ), entries as materialized (
      select gate, scanned_at from acts
      where direction = 'entry' and (verdict = 'admitted' or id = any(${[...met.counted]}::uuid[]))
        and id <> all(${[...met.uncounted]}::uuid[])
        and id not in (select undone from taken_back)
        and (ticket_id is null or ticket_id not in (
          select t.id from tickets t where t.event_id = ${eventId} and t.status = 'cancelled' and t.redeemed_at is not null))
    ), gates as materialized (
      select gate, entered, (row_number() over (order by entered desc, gate) - 1)::int as place
      from (select gate, count(*)::int as entered from entries group by gate) g
      order by entered desc, gate limit ${LISTED.gates}
    ), minutes as (
      select g.place as gate, floor(extract(epoch from e.scanned_at) / 60)::int as minute, count(*)::int as count
      from entries e left join gates g on g.gate is not distinct from e.gate
      where e.scanned_at >= to_timestamp(${from}::float8 * 60) and e.scanned_at < to_timestamp((${last}::float8 + 1) * 60)
      group by 1, 2
    ), ${seenDevices(eventId)}
    ), joined as (
      select d.id::text as id, coalesce(d.helper, d.label) as name, d.role, coalesce(d.gate, d.stands_at) as gate, d.joined_at, d.contact_at, d.pending,
        d.battery, d.clock_off_ms
      from gate_devices d
      where d.event_id = ${eventId} and d.joined_at is not null and d.revoked_at is null
        and d.expires_at > ${now}
    ), devices as (
      select j.id as uuid, j.role, coalesce(j.id, s.device_id) as device_id,
        ${deviceName(sql`coalesce(j.name, s.own_name)`, sql`s.device_id`)} as name,
        coalesce(j.gate, l.gate, s.gate) as gate, j.joined_at,
        greatest(j.contact_at, s.at, l.contact_at) as contact_at, coalesce(j.contact_at, j.joined_at, l.contact_at) as reported_at,
        coalesce(j.pending, l.pending) as pending, j.battery, j.clock_off_ms,
        coalesce(s.jumps, 0) as clock_jumps, coalesce(s.scans, 0) as scans, coalesce(s.entries, 0) as entries, coalesce(s.refusals, 0) as refusals
      from joined j full join seen s on s.device_id = j.id left join users u on u.id = s.user_id
        left join gate_lanes l on j.id is null and l.event_id = ${eventId} and l.device_id = s.device_id
          and l.pending is not null and l.left_at is null and ${now}::timestamptz < ${teamUntil}::timestamptz
      where (j.id is not null or s.at > ${seenAfter})
        and not exists (select from gate_devices r where r.event_id = ${eventId} and r.id::text = s.device_id
          and (r.revoked_at is not null or r.expires_at <= ${now}))
      order by j.id is null, coalesce(j.contact_at, s.at) desc nulls last limit ${LISTED.devices}
    ), ended as (
      select d.id as uuid, coalesce(d.helper, d.label) as name, coalesce(d.gate, d.stands_at, s.gate) as gate,
        coalesce(d.pending, 0) as pending, d.lost,
        coalesce(d.revoked_at < d.expires_at, false) as revoked, least(d.expires_at, d.revoked_at) as ended_at,
        case when d.heard_at is null then coalesce(d.contact_at, d.joined_at) end as unknown_since
      from gate_devices d left join seen s on s.device_id = d.id::text
      where d.event_id = ${eventId} and d.joined_at is not null and d.closed_at is null
        and (d.heard_at is null or d.pending > 0 or ${lacksScans(eventId, sql`d.id::text`)}) and least(d.expires_at, d.revoked_at) <= ${now}
      order by ended_at desc limit ${LISTED.devices}
    ), types as (
      select y.id as uuid, y.name, count(*)::int as total,
        count(*) filter (where t.redeemed_at is not null and t.left_at is null)::int as entered
      from tickets t join ticket_types y on y.event_id = t.event_id and y.id = t.ticket_type_id
      where t.event_id = ${eventId} and t.status = 'valid'
      group by y.id, y.name, y.position order by y.position, y.id limit ${LISTED.types}
    )
    select
      (select coalesce(json_agg(json_build_object('name', gate, 'entered', entered) order by place), '[]') from gates) as gates,
      ((select count(*) from entries) - (select coalesce(sum(entered), 0) from gates))::int as others,
      (select coalesce(json_agg(m), '[]') from minutes m) as minutes,
      (select coalesce(json_agg(r order by r.count desc, r.code), '[]') from (
        select refusal as code, count(*)::int as count from acts where verdict = 'refused' and refusal is not null
        group by refusal) r) as refusals,
      (select coalesce(json_agg(t), '[]') from types t) as types,
      (select coalesce(json_agg(d), '[]') from devices d) as devices,
      (select coalesce(json_agg(e order by e.ended_at desc), '[]') from ended e) as ended`.execute(db)
  return rows[0] ?? { gates: [], others: 0, minutes: [], refusals: [], types: [], devices: [], ended: [] }
}

/** The entries of one gate by minute, the first of them `from`. */
export const seriesOf = ({ minutes }: BoardFacts, place: number | null, { from, last }: Shown): number[] => {
  const series = Array.from({ length: Math.min(last - from, GATE_FLOW.minutes) + 1 }, () => 0)
  for (const { gate, minute, count } of minutes)
    if (gate === place && minute - from in series) series[minute - from] = (series[minute - from] ?? 0) + count
  return series
}
