import type { EventSettings } from '@kartis/contract/events.ts'
import type { FieldReasons } from '@kartis/domain/reason.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { ticketTypeIds } from './event-links-queries.ts'
import type { EventRow } from './events-queries.ts'

const reasonsAgainst = (gates: EventSettings['gates'], own: ReadonlySet<string>): FieldReasons =>
  Object.fromEntries(
    (gates ?? []).flatMap((gate, place) =>
      gate.events_ticket_uuids.flatMap((id, at) =>
        own.has(id.toLowerCase())
          ? []
          : [[`settings.gates.${place}.events_ticket_uuids.${at}`, ['unknown_ticket_type' as const]]],
      ),
    ),
  )

/** Gates name ticket types of their event only; those that they had before may stay. A new event (`before` undefined) has none. */
export const gateReasons = async (
  tx: Tx,
  before: EventRow | undefined,
  gates: EventSettings['gates'],
): Promise<FieldReasons> => {
  if (!gates || gates.length === 0) return {}
  const old = (before?.settings.gates ?? []).flatMap((gate) => gate.events_ticket_uuids)
  const current = before ? await ticketTypeIds(tx, before.id) : []
  return reasonsAgainst(gates, new Set([...old, ...current].map((id) => id.toLowerCase())))
}
