import { type Cart, type Decision, decideCarts, type Stock } from '@kartis/domain/availability.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { BatchContext, ReservationWriter, Terms } from './reservation-writer.ts'
import { reserveOptimistic } from './reserve-optimistic.ts'
import { type Snapshot, snapshotOf, stockOf, withTaken } from './snapshot.ts'
import { addHeldAhead, lockStock, readEventState, type StockChange, type StockRow } from './stock-queries.ts'

/** One result for each request, in their order; to be called when the batch is committed. */
type Results<Reserved> = () => Promise<readonly (Reserved | Refusal)[]>

interface Outcome<Reserved> {
  readonly results: Results<Reserved>
  /** The counters as the batch leaves them, if it read any. */
  readonly rows?: readonly StockRow[]
}

interface Decided {
  readonly decision: Decision
  readonly terms: Terms
}

/** Refusals that may be lifted by the end of another hold. */
const LIFTED_BY_RELEASE: ReadonlySet<string> = new Set(['sold_out', 'coupon_used_up'])

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
const decide = async <Request extends Cart, Reserved>(
  tx: Tx,
  writer: ReservationWriter<Request, Reserved>,
  { snapshot, rows }: { readonly snapshot: Snapshot; readonly rows: readonly StockRow[] },
  requests: readonly Request[],
): Promise<Decided> => {
  const stock = stockOf(rows, snapshot.now)
  const terms = await writer.lockTerms(tx, snapshot, requests)
  const decision = decideCarts({ ...stock, ...terms }, requests)
  const lacksStock = decision.refusals.some((refusal) => refusal && LIFTED_BY_RELEASE.has(refusal.refusal))
  if (!lacksStock || rows.every((row) => row.held === 0)) return { decision, terms }
  const released = await writer.releaseExpired(tx, snapshot.eventId, snapshot.now)
  if (released.length === 0) return { decision, terms }
  const newTerms = await writer.lockTerms(tx, snapshot, requests)
  return { decision: decideCarts({ ...withReleased(stock, released), ...newTerms }, requests), terms: newTerms }
}

/** Sends everything that the accepted carts write; the caller commits. */
const write = async <Request extends Cart, Reserved>(
  tx: Tx,
  writer: ReservationWriter<Request, Reserved>,
  snapshot: Snapshot,
  { requests, decision, terms }: Decided & { readonly requests: readonly Request[] },
): Promise<Results<Reserved>> => {
  const { refusals, taken, uses } = decision
  const accepted = requests.filter((_, place) => refusals[place] === undefined)
  if (accepted.length === 0) return async () => fillGaps(refusals, [])
  await addHeldAhead(
    tx,
    snapshot.eventId,
    [...taken].map(([typeId, quantity]) => ({ typeId, quantity })),
  )
  const reserved = await writer.write(tx, { snapshot, terms, requests: accepted, uses })
  return async () => fillGaps(refusals, await reserved())
}

const reserveWithin = async <Request extends Cart, Reserved>(
  tx: Tx,
  { clock, writer }: BatchContext<Request, Reserved>,
  eventId: string,
  requests: readonly Request[],
): Promise<Outcome<Reserved>> => {
  // Locks, in the order of docs/rules/reservations.md. Seats belong here: the event's seat clock is locked before the
  // counters, and the seats that the carts name are read by a statement behind both, so that it sees their newest rows.
  const stock = await lockStock(tx, eventId)
  const repeats = await writer.findRepeats(tx, eventId, requests)
  const rows = await stock()
  const newRequests = requests.filter((_, place) => repeats[place] === undefined)
  if (newRequests.length === 0) return { results: async () => fillGaps(repeats, []) }
  if (rows[0]?.event_status !== 'published') {
    const refusal = await refusalWithoutStock(tx, eventId)
    return { results: async () => repeats.map((repeat) => repeat ?? refusal) }
  }
  const snapshot = snapshotOf(eventId, rows, clock())
  const decided = await decide(tx, writer, { snapshot, rows }, newRequests)
  const results = await write(tx, writer, snapshot, { requests: newRequests, ...decided })
  return {
    results: async () => fillGaps(repeats, await results()),
    rows: withTaken(rows, decided.decision.taken),
  }
}

/**
 * Decides under the lock: locks the event's counters, decides each cart in order of arrival on the locked rows, writes
 * everything with a few set-based statements, commits. What is read before the decision makes one round trip to the
 * database, what is written makes one with the commit.
 */
const reserveLocked = async <Request extends Cart, Reserved>(
  context: BatchContext<Request, Reserved>,
  eventId: string,
  requests: readonly Request[],
): Promise<readonly (Reserved | Refusal)[]> => {
  const { results, rows } = await inTransaction(context.db, (tx) => reserveWithin(tx, context, eventId, requests))
  if (rows) context.snapshots.set(eventId, rows)
  return results()
}

/**
 * Reserves a batch of carts of one event in one transaction, each cart all or nothing, in order of arrival. Returns one
 * result for each request, in their order, when all of it is durable.
 */
export const reserveBatch = async <Request extends Cart, Reserved>(
  context: BatchContext<Request, Reserved>,
  eventId: string,
  requests: readonly Request[],
): Promise<readonly (Reserved | Refusal)[]> =>
  (await reserveOptimistic(context, eventId, requests)) ?? reserveLocked(context, eventId, requests)
