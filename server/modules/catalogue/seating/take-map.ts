import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { putSeating } from '@kartis/contract/event-seating.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { DEFAULT_SEAT_RULES, type SeatRules } from '@kartis/domain/seats.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { eventRow } from '../events/index.ts'
import { readEdition } from '../venues/index.ts'
import type { MapContext, SeatingContext } from './context.ts'
import * as queries from './seating-queries.ts'
import type { TakenMap } from './seating-tasks.ts'
import type { SeatingCategoryFacts } from './tables.ts'

type Body = BodyOf<typeof putSeating>
type Prices = Body['prices']

/** Prices of a map, or what is wrong with them: `prices.N.category` or `prices.N.events_ticket_uuid`. */
const pricesOn = (
  categories: readonly SeatingCategoryFacts[],
  types: ReadonlySet<string>,
  prices: Prices,
): readonly queries.SeatPriceRow[] | Refusal => {
  const byKey = new Map(categories.map((category) => [category.key, category]))
  const fields: Record<string, string[]> = {}
  const ofAreas = new Set<string>()
  const seen = new Set<string>()
  const kinds = new Map<string, boolean>()
  const rows = prices.map(({ category: key, events_ticket_uuid: type }, index): queries.SeatPriceRow => {
    const category = byKey.get(key)
    const isArea = category?.capacity !== null && category?.places === 0
    const wrong = (field: string, reason: string): void => void (fields[`prices.${index}.${field}`] = [reason])
    // Seats are numbered, tickets of an area are counted: one category cannot be sold both ways.
    if (!category || (category.capacity !== null && category.places > 0)) wrong('category', 'unknown_option')
    if (!types.has(type)) wrong('events_ticket_uuid', 'unknown_ticket_type')
    else if (seen.has(`${key} ${type}`)) wrong('events_ticket_uuid', 'duplicate')
    // Two types of one area would each have its whole capacity.
    else if (isArea && ofAreas.has(key)) wrong('category', 'duplicate')
    else if ((kinds.get(type) ?? isArea) !== isArea) wrong('events_ticket_uuid', 'seat_of_other_type')
    seen.add(`${key} ${type}`)
    kinds.set(type, isArea)
    if (isArea) ofAreas.add(key)
    return { category: key, ticket_type_id: type, area_capacity: isArea ? (category?.capacity ?? 0) : null }
  })
  return Object.keys(fields).length > 0 ? refuse('validation', { fields }) : rows
}

type PriceKey = Pick<queries.SeatPriceRow, 'category' | 'ticket_type_id'>

const has = (rows: readonly PriceKey[], { category, ticket_type_id: type }: PriceKey): boolean =>
  rows.some((row) => row.category === category && row.ticket_type_id === type)

/** Prices and rules of a map that the event has already; with sales only of what is unsold. */
const keepMap = async (
  { seats }: SeatingContext,
  tx: Tx,
  seating: queries.SeatingRow,
  input: { readonly prices: readonly queries.SeatPriceRow[]; readonly rules: SeatRules; readonly now: Date },
): Promise<Refusal | undefined> => {
  const eventId = seating.event_id
  const inUse = await queries.typesInUse(tx, eventId)
  const before = await queries.seatPrices(tx, eventId)
  // A seat that a change of the map moved to another category is not asked for: it had no price there.
  const withdrawn = before.filter((row) => has(inUse, row) && !has(input.prices, row))
  if (withdrawn.length > 0)
    return refuse('ticket_type_has_sales', {
      detail: { prices: withdrawn.map((row) => ({ category: row.category, events_ticket_uuid: row.ticket_type_id })) },
    })
  await queries.writePrices(tx, eventId, input.prices)
  await queries.writeRules(tx, eventId, input.rules, input.now)
  await seats.boundStock(tx, eventId)
  return undefined
}

const isSameMap = (before: queries.SeatingRow | undefined, body: Body, edition: number): boolean =>
  before?.map_id === body.venues_map_uuid && before.edition === edition

/**
 * An event takes a map with prices and rules. A map that it has already stays as it is, with its seats and what was set on
 * them. Refusals: `not_found`; `validation` of the map, the edition and the prices; `event_has_sales` for another map once
 * anything is held or sold; `ticket_type_has_sales` for a price under which a seat is held or sold.
 */
export const takeMap = async (
  context: MapContext,
  { accountId, eventId, now }: { readonly accountId: string; readonly eventId: string; readonly now: Date },
  body: Body,
): Promise<true | Refusal> => {
  const { db, tasks, seats, newId } = context
  const event = await eventRow(db, accountId, eventId)
  if (!event) return refuse('not_found')
  if (event.kind !== 'seats') return refuseField('kind', 'invalid')
  const current = await queries.seatingRow(db, eventId)
  const keepsEdition = body.edition === undefined && current?.map_id === body.venues_map_uuid
  // Without an edition the newest is taken, but an event that sells already stays with its own.
  const requested = keepsEdition && (await queries.hasSales(db, eventId)) ? current.edition : body.edition
  const isKnown = requested !== undefined && isSameMap(current, body, requested)
  const edition = isKnown ? undefined : await readEdition(db, accountId, body.venues_map_uuid, requested)
  if (!isKnown && !edition)
    return refuseField(body.edition === undefined ? 'venues_map_uuid' : 'edition', 'unknown_option')
  const number = edition?.edition ?? current?.edition ?? 0
  const taken: TakenMap | Refusal | undefined =
    edition && !isSameMap(current, body, number)
      ? await tasks.run('taken', { seating: newId(), document: edition.document })
      : undefined
  if (isRefusal(taken)) return taken

  return inTransaction(db, async (tx): Promise<true | Refusal> => {
    await seats.lockClock(tx, eventId)
    const before = await queries.seatingRow(tx, eventId)
    const rules = { ...DEFAULT_SEAT_RULES, ...before?.rules, ...body.rules }
    // Whoever changed the map meanwhile decided on another one.
    if (!taken && !isSameMap(before, body, number)) return refuse('conflict')
    const types = await queries.typesOfEvent(
      tx,
      eventId,
      body.prices.map((price) => price.events_ticket_uuid),
    )
    const prices = pricesOn(taken?.map.categories ?? before?.categories ?? [], types, body.prices)
    if (isRefusal(prices)) return prices
    if (!taken || isSameMap(before, body, number))
      return before ? ((await keepMap(context, tx, before, { prices, rules, now })) ?? true) : refuse('conflict')
    if (await queries.hasSales(tx, eventId)) return refuse('event_has_sales')
    await seats.nextRevision(tx, eventId)
    await seats.replace(tx, eventId, taken.seats)
    const about = { eventId, accountId, mapId: body.venues_map_uuid, edition: number, rules, now }
    await queries.writeSeating(tx, about, taken.map)
    await queries.writePrices(tx, eventId, prices)
    await seats.boundStock(tx, eventId)
    return true
  })
}
