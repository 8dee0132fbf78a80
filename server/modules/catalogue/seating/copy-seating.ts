import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/db.ts'
import type { EventSeats } from './event-seats.ts'
import { seatPrices, writePrices } from './seating-queries.ts'
import { hashOf } from './seating-tasks.ts'
import type { StoredNumbers } from './tables.ts'

interface Copy {
  readonly fromId: string
  readonly toId: string
  /** Base of the uuids of the copy's seats. */
  readonly seating: string
  /** Ids of copied ticket types by those of the originals. */
  readonly copies: ReadonlyMap<string, string>
  readonly now: Date
}

/** The snapshot of one event for another, which has copies of its ticket types; nothing for an event without seats. */
export const copySeating = async (
  seats: EventSeats,
  tx: Tx,
  { fromId, toId, seating, copies, now }: Copy,
): Promise<void> => {
  const { rows } = await sql<{ text: string; places: StoredNumbers }>`
    select document::text as text, places from event_seating where event_id = ${fromId}`.execute(tx)
  const [from] = rows
  if (!from) return
  await seats.lockClock(tx, toId)
  await sql`
    insert into event_seating
      (event_id, account_id, map_id, edition, seating, rules, document, places, categories, names, hash, updated_at)
    select ${toId}, account_id, map_id, edition, ${seating}, rules, document, places, categories, names,
           ${hashOf({ seating, ...from })}, ${now}
    from event_seating where event_id = ${fromId}`.execute(tx)
  await seats.copy(tx, fromId, toId)
  const prices = await seatPrices(tx, fromId)
  await writePrices(
    tx,
    toId,
    prices.flatMap(({ category, ticket_type_id: type, area_capacity }) => {
      const copy = copies.get(type)
      return copy ? [{ category, ticket_type_id: copy, area_capacity }] : []
    }),
  )
  await seats.boundStock(tx, toId)
}
