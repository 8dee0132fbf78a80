import type { GateConflict } from '@kartis/contract/gate-board.ts'
import { type ConflictReason, type ConflictState, lateObstacle } from '@kartis/domain/gate-conflict.ts'
import type { ConflictKind } from '@kartis/domain/scan-upload.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { deviceName } from '../devices/index.ts'

/** Conflicts that the board lists; how many there are is counted. */
const LISTED = 20

interface EntryJson {
  readonly at: string
  readonly gate: string | null
  readonly device: string | null
}

interface ConflictRow {
  readonly scan_id: string
  readonly kind: ConflictKind
  readonly state: ConflictState
  readonly order_number: string | null
  readonly position: number | null
  readonly ticket: {
    readonly name: string
    readonly status: 'valid' | 'cancelled'
    readonly revision: number
    readonly at: string | null
  } | null
  readonly is_entry: boolean
  /** The revision of the ticket that the scan has met. */
  readonly scanned: number
  readonly entry: EntryJson
  readonly other: EntryJson | null
  readonly reason: ConflictReason | null
  readonly note: string | null
  readonly explained_at: Date | null
  readonly closed_at: Date | null
}

/** A scan as one value, with the name of its device. */
const entryOf = (scanId: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select json_build_object('at', s.scanned_at, 'gate', s.gate,
    'device', ${deviceName(sql`coalesce(d.helper, d.label)`, sql`s.device_id`)})
  from scans s left join gate_devices d on d.event_id = s.event_id and d.id::text = s.device_id
    left join users u on u.id = s.user_id
  where s.event_id = c.event_id and s.id = ${scanId})`

const readRows = async (db: Db | Tx, chosen: RawBuilder<unknown>): Promise<ConflictRow[]> => {
  const { rows } = await sql<ConflictRow>`
    select c.scan_id, c.kind, c.state, o.number as order_number, t.position,
      case when t.id is null then null
        else json_build_object('name', y.name, 'status', t.status, 'revision', t.revision, 'at', t.redeemed_at) end as ticket,
      coalesce((select s.direction = 'entry' from scans s where s.event_id = c.event_id and s.id = c.scan_id), false)
        as is_entry,
      coalesce(c.ticket_revision, 0) as scanned,
      ${entryOf(sql`c.scan_id`)} as entry,
      ${entryOf(sql`c.other_scan_id`)} as other, c.reason, c.note, c.explained_at, c.closed_at
    from (${chosen}) c
      left join tickets t on t.event_id = c.event_id and t.id = c.ticket_id
      left join ticket_types y on y.event_id = t.event_id and y.id = t.ticket_type_id
      left join orders o on o.event_id = t.event_id and o.id = t.order_id
    order by c.state = 'open' desc, c.created_at desc, c.scan_id`.execute(db)
  return rows
}

const viewEntry = ({ at, gate, device }: EntryJson) => ({ scanned_at: new Date(at).toISOString(), gate, device })

const canAdmit = ({ kind, state, ticket, is_entry, scanned }: ConflictRow): boolean =>
  kind === 'untimely' &&
  state !== 'closed' &&
  is_entry &&
  ticket !== null &&
  lateObstacle({ ...ticket, hasEntered: ticket.at !== null }, scanned) === undefined

const view = (row: ConflictRow): GateConflict => ({
  scan_uuid: row.scan_id,
  kind: row.kind,
  state: row.state,
  ticket_number:
    row.order_number === null || row.position === null ? null : ticketNumber(row.order_number, row.position),
  ticket: row.ticket && {
    name: row.ticket.name,
    status: row.ticket.status,
    redeemed_at: row.ticket.at === null ? null : new Date(row.ticket.at).toISOString(),
  },
  can_admit: canAdmit(row),
  entry: viewEntry(row.entry),
  other: row.other && viewEntry(row.other),
  reason: row.reason,
  note: row.note,
  explained_at: row.explained_at?.toISOString() ?? null,
  closed_at: row.closed_at?.toISOString() ?? null,
})

/** The conflict of a scan. */
export const readConflict = async (db: Db | Tx, eventId: string, scanId: string): Promise<GateConflict | undefined> => {
  const [row] = await readRows(
    db,
    sql`select * from check_in_conflicts where event_id = ${eventId} and scan_id = ${scanId}`,
  )
  return row && view(row)
}

/** What is not closed of the conflicts of an event: the latest, open ones first, and how many there are. */
export const listConflicts = async (
  db: Db,
  eventId: string,
): Promise<{ readonly open: number; readonly explained: number; readonly items: GateConflict[] }> => {
  const [rows, counts] = await Promise.all([
    readRows(
      db,
      sql`select * from check_in_conflicts where event_id = ${eventId} and state <> 'closed'
        order by state = 'open' desc, created_at desc, scan_id limit ${LISTED}`,
    ),
    sql<{ open: number; explained: number }>`
      select count(*) filter (where state = 'open')::int as open,
        count(*) filter (where state = 'explained')::int as explained
      from check_in_conflicts where event_id = ${eventId} and state <> 'closed'`.execute(db),
  ])
  const { open = 0, explained = 0 } = counts.rows[0] ?? {}
  return { open, explained, items: rows.map(view) }
}
