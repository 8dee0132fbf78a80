import type { reportGateDevice } from '@kartis/contract/gate-devices.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { deviceName } from './device-name.ts'

type Met = ReplyOf<typeof reportGateDevice>['data']['met'][number]

const LISTED = 20

interface MetRow {
  readonly scan_uuid: string
  readonly order_number: string
  readonly position: number
  readonly scanned_at: Date
  readonly other_at: Date
  readonly other_gate: string | null
  readonly other_device: string | null
}

/**
 * Entries of a device that met those of another one which reached the server later: the other one is told in the reply to
 * its upload, this one has no reason to ask.
 */
export const readMet = async (db: Db, eventId: string, deviceId: string): Promise<Met[]> => {
  const { rows } = await sql<MetRow>`
    select own.id as scan_uuid, o.number as order_number, t.position, own.scanned_at, s.scanned_at as other_at,
      s.gate as other_gate, ${deviceName(sql`coalesce(d.helper, d.label)`, sql`s.device_id`)} as other_device
    from check_in_conflicts c
      join scans own on own.event_id = c.event_id and own.id = c.other_scan_id and own.device_id = ${deviceId}
      join scans s on s.event_id = c.event_id and s.id = c.scan_id and s.device_id is distinct from own.device_id
      join tickets t on t.event_id = c.event_id and t.id = c.ticket_id
      join orders o on o.event_id = t.event_id and o.id = t.order_id
      left join gate_devices d on d.event_id = s.event_id and d.id::text = s.device_id
      left join users u on u.id = s.user_id
    where c.event_id = ${eventId} and c.kind = 'double' and c.state = 'open'
    order by c.created_at desc, c.scan_id limit ${LISTED}`.execute(db)
  return rows.map((row) => ({
    scan_uuid: row.scan_uuid,
    ticket_number: ticketNumber(row.order_number, row.position),
    scanned_at: row.scanned_at.toISOString(),
    other: { scanned_at: row.other_at.toISOString(), gate: row.other_gate, device: row.other_device },
  }))
}

/** Which of these scans have a conflict that somebody has explained or closed. */
export const readSettled = async (db: Db, eventId: string, scanIds: readonly string[]): Promise<string[]> => {
  if (scanIds.length === 0) return []
  const { rows } = await sql<{ scan_id: string }>`
    select scan_id from check_in_conflicts
    where event_id = ${eventId} and scan_id = any(${[...scanIds]}::uuid[]) and state <> 'open'
    order by scan_id`.execute(db)
  return rows.map(({ scan_id }) => scan_id)
}
