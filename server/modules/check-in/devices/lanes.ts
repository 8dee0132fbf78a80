import { GATE_DEVICE } from '@kartis/domain/gate-device.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'

interface OwnLane {
  readonly eventId: string
  readonly deviceId: string
  readonly name: string
  /** Null where it has none. */
  readonly lane: number | null
  /** What a member's phone says of itself; undefined of a device that joined by a link, which has a row of its own. */
  readonly phone?: { readonly pending: number; readonly gate: string | null; readonly isLeaving: boolean } | undefined
  readonly now: Date
}

/** Notes the lane that a device says it has. */
export const writeLane = async (db: Db, { eventId, deviceId, name, lane, phone, now }: OwnLane): Promise<void> => {
  const { pending = null, gate = null, isLeaving = false } = phone ?? {}
  const report = { lane, name, contact_at: now, pending, gate, left_at: isLeaving ? now : null }
  await db
    .insertInto('gate_lanes')
    .values({ event_id: eventId, device_id: deviceId, ...report })
    .onConflict((conflict) => conflict.columns(['event_id', 'device_id']).doUpdateSet(report))
    .execute()
}

interface SharedLane {
  readonly lane: number
  readonly devices: { readonly id: string; readonly name: string }[]
}

/**
 * Lanes that several devices of an event say they have: without a network one ticket may enter at each of them. Devices
 * that were revoked, have expired or have not been heard of for half a day have no lane.
 */
export const readSharedLanes = async (db: Db, eventId: string, now: Date): Promise<SharedLane[]> => {
  const since = new Date(now.getTime() - GATE_DEVICE.laneHours * 3_600_000)
  const { rows } = await sql<SharedLane>`
    select lane, json_agg(json_build_object('id', l.device_id, 'name', l.name) order by l.name, l.device_id) as devices
    from gate_lanes l
    left join gate_devices d on d.event_id = l.event_id and d.id::text = l.device_id
    where l.event_id = ${eventId} and l.lane is not null and l.contact_at >= ${since}
      and d.revoked_at is null and (d.expires_at is null or d.expires_at > ${now})
    group by lane having count(*) > 1 order by lane`.execute(db)
  return rows
}

/** Forgets lanes and hubs of events that are over. */
export const forgetLanes = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('gate_lanes').where('contact_at', '<', before).execute()
  await db.deleteFrom('gate_hubs').where('started_at', '<', before).execute()
}
