import type { EventSettings } from '@kartis/contract/events.ts'
import type { FieldReasons } from '@kartis/domain/reason.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { ticketTypeIds } from './event-links-queries.ts'
import type { EventRow } from './events-queries.ts'

/** The settings in which ticket types are named. */
export type TypeSettings = Pick<EventSettings, 'gates' | 'type_hours'>

/** Each named type with its field. */
const named = ({ gates = [], type_hours: typeHours = [] }: TypeSettings): [string, string][] => [
  ...gates.flatMap((gate, place) =>
    gate.events_ticket_uuids.map((id, at): [string, string] => [
      `settings.gates.${place}.events_ticket_uuids.${at}`,
      id.toLowerCase(),
    ]),
  ),
  ...typeHours.map(({ events_ticket_uuid: id }, place): [string, string] => [
    `settings.type_hours.${place}.events_ticket_uuid`,
    id.toLowerCase(),
  ]),
]

/**
 * Gates and hours name ticket types of their event only; those that they had before may stay. A new event (`before`
 * undefined) has none.
 */
export const gateReasons = async (
  tx: Tx,
  before: EventRow | undefined,
  settings: TypeSettings | undefined,
): Promise<FieldReasons> => {
  const fields = named(settings ?? {})
  if (fields.length === 0) return {}
  const old = named(before?.settings ?? {}).map(([, id]) => id)
  const current = before ? await ticketTypeIds(tx, before.id) : []
  const own = new Set([...old, ...current.map((id) => id.toLowerCase())])
  return Object.fromEntries(
    fields.flatMap(([field, id]) => (own.has(id) ? [] : [[field, ['unknown_ticket_type' as const]]])),
  )
}
