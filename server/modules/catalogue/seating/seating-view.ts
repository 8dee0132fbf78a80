import type { EventSeat, EventSeating, SeatingCategory } from '@kartis/contract/event-seating.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { can, type Role } from '@kartis/domain/permissions.ts'
import { SEAT_CHANNELS, SEAT_STANDINGS, standingOf } from '@kartis/domain/seats.ts'
import { flagsOf } from '@kartis/seat-map/model/compile.ts'
import { seatUuid } from '@kartis/seat-map/model/seat-uuid.ts'
import type { Db } from '../../../platform/database/db.ts'
import { readOpenings, type SeatOpening } from './openings-queries.ts'
import { type SeatingRow, seatingRow, seatPrices } from './seating-queries.ts'
import { countAreas, countSeats, type ListedSeat, type SeatCount } from './seats-queries.ts'
import type { SeatingCategoryFacts } from './tables.ts'

type Counts = SeatingCategory['counts']
type Price = Awaited<ReturnType<typeof seatPrices>>[number]

const NONE: Counts = {
  total: 0,
  free: 0,
  held: 0,
  sold: 0,
  ['house']: 0,
  invitations: 0,
  box_office: 0,
  blocked: 0,
}

const withSeats = (counts: Counts, { standing, seats }: SeatCount): Counts => {
  const name = SEAT_STANDINGS[standing] ?? 'blocked'
  return { ...counts, total: counts.total + seats, [name]: counts[name] + seats }
}

const plus = (a: Counts, b: Counts): Counts =>
  Object.fromEntries(Object.entries(a).map(([name, n]) => [name, n + b[name as keyof Counts]])) as unknown as Counts

interface Facts {
  readonly seats: readonly SeatCount[]
  readonly areas: Awaited<ReturnType<typeof countAreas>>
  readonly prices: readonly Price[]
  readonly openings: readonly SeatOpening[]
  readonly seesMoney: boolean
}

const countsOf = ({ key, places, capacity }: SeatingCategoryFacts, { seats, areas }: Facts): Counts => {
  if (places > 0 || capacity === null) return seats.filter(({ category }) => category === key).reduce(withSeats, NONE)
  const { held = 0, sold = 0 } = areas.find(({ category }) => category === key) ?? {}
  return { ...NONE, total: capacity, held, sold, free: Math.max(0, capacity - held - sold) }
}

const viewCategory = (category: SeatingCategoryFacts, facts: Facts): SeatingCategory => {
  const prices = facts.prices.filter((price) => price.category === category.key)
  const counts = countsOf(category, facts)
  const highest = prices.reduce<number | null>((max, { price }) => Math.max(max ?? 0, price), null)
  return {
    key: category.key,
    name: category.name,
    texts: category.texts ?? {},
    color: category.color,
    kind: category.places === 0 && category.capacity !== null ? 'area' : 'seats',
    counts,
    events_ticket_uuids: prices.map((price) => price.ticket_type_id),
    sum: highest === null || !facts.seesMoney ? null : toShekels(highest * (counts.total - counts.blocked)),
  }
}

const viewRow = (row: SeatingRow, facts: Facts): EventSeating => {
  const categories = row.categories.map((category) => viewCategory(category, facts))
  const counts = categories.reduce((sum, category) => plus(sum, category.counts), NONE)
  const sums = categories.map(({ sum }) => sum ?? 0)
  return {
    event_uuid: row.event_id,
    venues_map_uuid: row.map_id,
    edition: row.edition,
    newest_edition: row.newest_edition,
    hash: row.hash,
    seating: row.seating,
    rules: row.rules,
    prices: facts.prices.map((price) => ({ category: price.category, events_ticket_uuid: price.ticket_type_id })),
    categories,
    counts,
    has_sales: counts.held + counts.sold > 0,
    unpriced: categories
      .filter(({ counts: { total }, events_ticket_uuids: types }) => total > 0 && types.length === 0)
      .map(({ key }) => key),
    // Shekels of two places each: their sum is rounded back to agorot.
    sum_if_all_sells: facts.seesMoney ? Math.round(sums.reduce((sum, own) => sum + own, 0) * 100) / 100 : null,
    openings: facts.openings.map(({ opens_at: at, seats }) => ({ opens_at: at.toISOString(), seats })),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The seating of an event as its producer sees it; undefined for an event that has none. */
export const showSeatingOf = async (db: Db, eventId: string, role: Role): Promise<EventSeating | undefined> => {
  const row = await seatingRow(db, eventId)
  if (!row) return undefined
  const [seats, areas, prices, openings] = await Promise.all([
    countSeats(db, eventId),
    countAreas(db, eventId),
    seatPrices(db, eventId),
    readOpenings(db, eventId),
  ])
  return viewRow(row, { seats, areas, prices, openings, seesMoney: can(role, 'event.statistics') })
}

export const viewSeat = (seat: ListedSeat, seating: string, role: Role): EventSeat => ({
  seat_uuid: seatUuid(seating, seat.seat_no),
  number_in_board: seat.seat_no,
  section: seat.section,
  row: seat.row_label,
  number: seat.label,
  category: seat.category,
  flags: flagsOf(seat.flags),
  standing: standingOf({ state: seat.state, channel: seat.channel, forSale: seat.for_sale }),
  channel: SEAT_CHANNELS[seat.channel] ?? 'public',
  for_sale: seat.for_sale,
  note: seat.note,
  opens_at: seat.opens_at?.toISOString() ?? null,
  events_ticket_uuid: seat.ticket_type_id,
  order:
    seat.order_id && seat.order_number && can(role, 'order.list')
      ? { uuid: seat.order_id, number: seat.order_number }
      : null,
})
