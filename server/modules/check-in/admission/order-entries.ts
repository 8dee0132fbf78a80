import { listOrderEntries, type OrderEntry } from '@kartis/contract/order-entries.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { offsetOf, type PageOf, viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { findOrder, type OrderKey } from '../../selling/orders/index.ts'
import { deviceName } from '../devices/index.ts'

interface EntryRow extends Omit<OrderEntry, 'scanned_at'> {
  readonly scanned_at: Date
  readonly total: number
}

/** A page of the acts at the gate with the tickets of an order. */
const readEntries = async (db: Db, { eventId, orderId }: OrderKey, query: PageOf): Promise<EntryRow[]> => {
  const { rows } = await sql<EntryRow>`
    select s.id as scan_uuid, s.ticket_id as ticket_uuid, s.direction, s.scanned_at, nullif(trim(s.gate), '') as gate,
      ${deviceName(sql`coalesce(d.helper, d.label)`, sql`s.device_id`)} as device, s.reason, s.note, c.kind as conflict,
      s.reason is not distinct from 'lane_override' or coalesce((s.origin->>'override')::boolean, false) as lane_override,
      exists (select from scans x where x.event_id = s.event_id and x.ticket_id = s.ticket_id and x.undoes = s.id) as undone,
      (count(*) over ())::int as total
    from tickets t join scans s on s.event_id = t.event_id and s.ticket_id = t.id
      left join check_in_conflicts c on c.event_id = s.event_id and c.scan_id = s.id
      left join gate_devices d on d.event_id = s.event_id and d.id::text = s.device_id
      left join users u on u.id = s.user_id
    where t.event_id = ${eventId} and t.order_id = ${orderId} and s.verdict in ('admitted', 'conflict')
    order by s.scanned_at, s.id limit ${query.per_page} offset ${offsetOf(query)}`.execute(db)
  return rows
}

const view = (row: EntryRow): OrderEntry => ({
  scan_uuid: row.scan_uuid,
  ticket_uuid: row.ticket_uuid,
  direction: row.direction,
  scanned_at: row.scanned_at.toISOString(),
  gate: row.gate,
  device: row.device,
  reason: row.reason,
  note: row.note,
  lane_override: row.lane_override,
  conflict: row.conflict,
  undone: row.undone,
})

/** What a manager sees at the tickets of an order: who let them in, and why. */
export const orderEntryRoutes = (app: App): void => {
  route(app, listOrderEntries, async ({ params, query, actor, platform }) => {
    const key = await findOrder(platform.db, params.uuid)
    if (key?.accountId !== actor.account.id) return refuse('not_found')
    const rows = await readEntries(platform.db, key, query)
    return viewPage(rows.map(view), rows[0]?.total ?? 0, query)
  })
}
