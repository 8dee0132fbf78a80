import { z } from 'zod'
import { uuid } from './endpoint.ts'
import { line } from './text.ts'

/**
 * Where the tickets of an item sit, of a ticket type with numbered seats: each seat, the best there are, or with both these
 * seats and, where somebody was quicker, the best of the type that are left.
 */
export const seatChoice = {
  /** As many as tickets. */
  seat_uuids: z.array(uuid).max(500).optional(),
  /** In a section (its key or name) or anywhere; `wheelchairs` of the tickets are places for wheelchairs. */
  best: z.strictObject({ section: line(60).optional(), wheelchairs: z.int().min(0).max(100).optional() }).optional(),
}
