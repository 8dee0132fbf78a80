import { type Decision, decideCarts, type Stock } from '@kartis/domain/availability.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { BatchContext, NumberedCart, ReservationWriter, Terms } from './reservation-writer.ts'
import { reserveOptimistic } from './reserve-optimistic.ts'
import { seatingOf } from './seats/choose-seats.ts'
import { boardAfterOwnWrites, boardFor, type Hall, lockHallAhead, PUBLIC_CHANNELS } from './seats/halls.ts'
import { numberOf } from './seats/seat-plan.ts'
import { type OrderSeat, takeSeats } from './seats/seats-queries.ts'
import { type Snapshot, snapshotOf, stockOf, withTaken } from './snapshot.ts'
import { addHeldAhead, lockStock, readEventState, type StockChange, type StockRow } from './stock-queries.ts'

/** One result for each request, in their order; to be called when the batch is committed. */
type Results<Reserved> = () => Promise<readonly (Reserved | Refusal)[]>

interface Outcome<Reserved> {
  readonly results: Results<Reserved>
  /** The counters as the batch leaves them, if it read any. */
  readonly rows?: readonly StockRow[]
}

/** What a batch is decided on, read under its locks. */
interface Locked {
  readonly snapshot: Snapshot
  readonly rows: readonly StockRow[]
  /** Undefined for an event without numbered places. */
  readonly hall: Hall | undefined
}

interface Decided {
  readonly decision: Decision
  readonly terms: Terms
}

/** Refusals that may be lifted by the end of another hold. */
const LIFTED_BY_RELEASE: ReadonlySet<string> = new Set(['sold_out', 'coupon_used_up', 'seat_taken'])

const withReleased = (stock: Stock, released: readonly StockChange[]): Stock => {
  const quantities = new Map(released.map(({ typeId, quantity }) => [typeId, quantity]))
  return {
    ...stock,
    lines: stock.lines.map((line) => ({ ...line, left: line.left + (quantities.get(line.ticketTypeId) ?? 0) })),
  }
}

/** Fills the gaps of `partial` with `computed`, in order. Never throws: it also runs after the commit. */
const fillGaps = <Result>(
  partial: readonly (Result | Refusal | undefined)[],
  computed: readonly (Result | Refusal)[],
): (Result | Refusal)[] => {
  const next = computed.values()
  return partial.map((result) => result ?? next.next().value ?? refuse('system_error'))
}

/** Why an event without published counters sells nothing; unknown and unpublished events look the same from outside. */
const refusalWithoutStock = async (tx: Tx, eventId: string): Promise<Refusal> => {
  const event = await readEventState(tx, eventId)
  return event?.status === 'published' ? refuseField('items', 'unknown_ticket_type') : refuse('not_found')
}

/** Decides in order of arrival. Expired holds are released first when a cart would otherwise be refused for lack of stock. */
const decide = async <Request extends NumberedCart, Reserved>(
  tx: Tx,
  writer: ReservationWriter<Request, Reserved>,
  { snapshot, rows, hall }: Locked,
  requests: readonly Request[],
): Promise<Decided> => {
  const stock = stockOf(rows, snapshot.now)
  const terms = await writer.lockTerms(tx, snapshot, requests)
  const seating = hall && seatingOf(hall, boardFor(hall, PUBLIC_CHANNELS))
  const decision = decideCarts({ ...stock, ...terms, ...(seating && { seating }) }, requests)
  const lacksStock = decision.refusals.some((refusal) => refusal && LIFTED_BY_RELEASE.has(refusal.refusal))
  if (!lacksStock || rows.every((row) => row.held === 0)) return { decision, terms }
  const released = await writer.releaseExpired(tx, snapshot.eventId, snapshot.now)
  if (released.length === 0) return { decision, terms }
  const newTerms = await writer.lockTerms(tx, snapshot, requests)
  const freed = hall && seatingOf(hall, await boardAfterOwnWrites(tx, snapshot.eventId, hall))
  const newStock = { ...withReleased(stock, released), ...newTerms, ...(freed && { seating: freed }) }
  return { decision: decideCarts(newStock, requests), terms: newTerms }
}

/** The seats of orders as rows to be taken. */
const seatRowsOf = (hall: Hall, orders: readonly NumberedCart[], seats: Decision['seats']): OrderSeat[] =>
  orders.flatMap(({ id }, place) =>
    [...(seats[place] ?? [])].flatMap(([typeId, uuids]) =>
      uuids.map((uuid) => ({ order_id: id, type_id: typeId, seat_no: numberOf(hall.plan, uuid) })),
    ),
  )

/** Sends everything that the accepted carts write; the caller commits. */
const write = async <Request extends NumberedCart, Reserved>(
  tx: Tx,
  writer: ReservationWriter<Request, Reserved>,
  { snapshot, hall }: Locked,
  { requests, decision, terms }: Decided & { readonly requests: readonly Request[] },
): Promise<Results<Reserved>> => {
  const { refusals, taken, uses } = decision
  const isAccepted = (_: unknown, place: number): boolean => refusals[place] === undefined
  const accepted = requests.filter(isAccepted)
  if (accepted.length === 0) return async () => fillGaps(refusals, [])
  const seats = requests.map((_, place) => decision.seats[place]).filter(isAccepted)
  await addHeldAhead(
    tx,
    snapshot.eventId,
    [...taken].map(([typeId, quantity]) => ({ typeId, quantity })),
  )
  if (hall) await takeSeats(tx, snapshot.eventId, seatRowsOf(hall, accepted, seats), 'held')
  const reserved = await writer.write(tx, { snapshot, terms, requests: accepted, seats, uses })
  return async () => fillGaps(refusals, await reserved())
}

/**
 * Two requests with one key must not compete for the same seats. The error sends each of the batch by itself, as the
 * unique key of their replies does where there are no seats.
 */
const refuseTwins = (requests: readonly NumberedCart[]): void => {
  const keys = requests.flatMap(({ idempotencyKey: key }) => (key ? [`${key.scope} ${key.key}`] : []))
  if (new Set(keys).size < keys.length) throw new Error('two requests of one batch have the same idempotency key')
}

/** The event has numbered places now, and the clock of its seats comes before its counters: begin anew. */
const SEATS_APPEARED = Symbol('seats appeared')

const reserveWithin = async <Request extends NumberedCart, Reserved>(
  tx: Tx,
  { db, clock, writer }: BatchContext<Request, Reserved>,
  eventId: string,
  requests: readonly Request[],
  mayHaveSeats: boolean,
): Promise<Outcome<Reserved> | typeof SEATS_APPEARED> => {
  // Locks, in the order of docs/rules/reservations.md: the seat clock, then the counters.
  const lockedHall = mayHaveSeats ? await lockHallAhead(db, tx, eventId) : undefined
  const stock = await lockStock(tx, eventId)
  const repeats = await writer.findRepeats(tx, eventId, requests)
  const rows = await stock()
  if (rows[0]?.seated && !lockedHall) return SEATS_APPEARED
  const newRequests = requests.filter((_, place) => repeats[place] === undefined)
  if (newRequests.length === 0) return { results: async () => fillGaps(repeats, []) }
  if (rows[0]?.event_status !== 'published') {
    const refusal = await refusalWithoutStock(tx, eventId)
    return { results: async () => repeats.map((repeat) => repeat ?? refusal) }
  }
  const hall = await lockedHall?.()
  if (hall) refuseTwins(newRequests)
  if (rows[0].seated && !hall)
    return { results: async () => repeats.map((repeat) => repeat ?? refuse('event_not_on_sale')) }
  const locked = { snapshot: snapshotOf(eventId, rows, clock()), rows, hall }
  const decided = await decide(tx, writer, locked, newRequests)
  const results = await write(tx, writer, locked, { requests: newRequests, ...decided })
  return {
    results: async () => fillGaps(repeats, await results()),
    rows: withTaken(rows, decided.decision.taken),
  }
}

/**
 * Decides under the lock: locks the event's seat clock and counters, decides each cart in order of arrival on the locked rows, writes
 * everything with a few set-based statements, commits. What is read before the decision makes one round trip to the
 * database, what is written makes one with the commit.
 */
const reserveLocked = async <Request extends NumberedCart, Reserved>(
  context: BatchContext<Request, Reserved>,
  eventId: string,
  requests: readonly Request[],
): Promise<readonly (Reserved | Refusal)[]> => {
  // An event that was seen without seats costs no statement about them.
  const mayHaveSeats = context.snapshots.get(eventId)?.[0]?.seated !== false
  const outcome = await inTransaction(context.db, (tx) => reserveWithin(tx, context, eventId, requests, mayHaveSeats))
  if (outcome === SEATS_APPEARED) {
    context.snapshots.delete(eventId)
    return reserveLocked(context, eventId, requests)
  }
  const { results, rows } = outcome
  if (rows) context.snapshots.set(eventId, rows)
  return results()
}

/**
 * Reserves a batch of carts of one event in one transaction, each cart all or nothing, in order of arrival. Returns one
 * result for each request, in their order, when all of it is durable.
 */
export const reserveBatch = async <Request extends NumberedCart, Reserved>(
  context: BatchContext<Request, Reserved>,
  eventId: string,
  requests: readonly Request[],
): Promise<readonly (Reserved | Refusal)[]> =>
  (await reserveOptimistic(context, eventId, requests)) ?? reserveLocked(context, eventId, requests)
