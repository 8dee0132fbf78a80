import { MAX_LANES, OFFLINE_POLICIES } from '@kartis/domain/lanes.ts'
import { z } from 'zod'
import { uuid } from './endpoint.ts'
import { line } from './text.ts'

/** The settings of an event for its gates. */
export const gateSettings = {
  /**
   * What devices without a network do: `trust` admits a ticket once on each device, with `lanes` each ticket belongs to
   * one lane and only the device of that lane admits it (others refuse it with S8).
   */
  check_in: z
    .strictObject({ offline: z.enum(OFFLINE_POLICIES), lanes: z.int().min(2).max(MAX_LANES).default(2) })
    .optional(),
  /** The gates, and the ticket types that enter at each; without any, all of them do. A scan elsewhere is refused with S7. */
  gates: z
    .array(
      z.strictObject({
        name: line(80).min(1, { error: 'required' }),
        events_ticket_uuids: z.array(uuid).max(200).default([]),
        /** The lanes that are at this gate. */
        lanes: z.array(z.int().min(1).max(MAX_LANES)).max(MAX_LANES).optional(),
      }),
    )
    .max(40)
    .refine((gates) => new Set(gates.map(({ name }) => name)).size === gates.length, { error: 'duplicate' })
    .optional(),
}
