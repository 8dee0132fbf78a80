import { type Cart, type Decision, decideCarts, type Stock } from '@kartis/domain/availability.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { pipeline } from '../../../platform/database/pipelining-driver.ts'
import type { Engine, ReservationWriter, Terms } from './reservation-writer.ts'
import { type Snapshot, snapshotOf, stockOf } from './snapshot.ts'
import { lockStock, readEventState, type StockChange, type StockRow, takeStatement } from './stock-queries.ts'
import { reserveOptimistic } from './reserve-optimistic.ts'

const isSellable = (status: StockRow['event_status']): boolean => status === 'published'

const withFreed = (stock: Stock, freed: readonly StockChange[]): Stock => {
  const back = new Map(freed.map(({ typeId, quantity }) => [typeId, quantity]))
  return {
    ...stock,
    lines: stock.lines.map((line) => ({ ...line, left: line.left + (back.get(line.ticketTypeId) ?? 0) })),
  }
}

/** Nothing of this event is for sale to the public: unknown and unpublished look the same from outside. */
const nothingToSell = async (tx: Tx, eventId: string): Promise<Refusal> => {
  const event = await readEventState(tx, eventId)
  return event && isSellable(event.status) ? refuseField('items', 'unknown_ticket_type') : refuse('not_found')
}

/** Refusals that the end of somebody else's hold may lift. */
const LIFTED: ReadonlySet<string> = new Set(['sold_out', 'coupon_used_up'])

/** Decides; when somebody would be turned away for lack of stock, looks first for holds that are over. */
const decide = async <Ask extends Cart, Answer>(
  tx: Tx,
  keeper: ReservationWriter<Ask, Answer>,
  snapshot: Snapshot,
  rows: readonly StockRow[],
  asks: readonly Ask[],
): Promise<{ decision: Decision; terms: Terms }> => {
  const terms = await keeper.terms(tx, snapshot, asks)
  const stock = stockOf(rows, snapshot.now)
  const decision = decideCarts({ ...stock, ...terms }, asks)
  const lacks = decision.refusals.some((refusal) => refusal && LIFTED.has(refusal.refusal))
  if (!lacks || rows.every((row) => row.held === 0)) return { decision, terms }
  const freed = await keeper.reclaim(tx, snapshot.eventId, snapshot.now)
  if (freed.length === 0) return { decision, terms }
  const fresh = await keeper.terms(tx, snapshot, asks)
  return { decision: decideCarts({ ...withFreed(stock, freed), ...fresh }, asks), terms: fresh }
}

type Answers<Answer> = readonly (Answer | Refusal)[]

/** What is known when the batch is on the disk. */
interface Outcome<Answer> {
  readonly answers: () => Promise<Answers<Answer>>
  /** The counters, when everybody got what he asked for: the next batch may try to go on from there. */
  readonly seen?: { readonly rows: readonly StockRow[]; readonly taken: Decision['taken'] }
}

const takeFresh = async <Ask extends Cart, Answer>(
  tx: Tx,
  keeper: ReservationWriter<Ask, Answer>,
  snapshot: Snapshot,
  rows: readonly StockRow[],
  asks: readonly Ask[],
): Promise<Outcome<Answer>> => {
  const { decision, terms } = await decide(tx, keeper, snapshot, rows, asks)
  const { refusals, taken } = decision
  const accepted = asks.filter((_, place) => refusals[place] === undefined)
  if (accepted.length === 0)
    return { answers: async () => refusals.map((refusal) => refusal ?? refuse('system_error')) }
  const changes = [...taken].map(([typeId, quantity]) => ({ typeId, quantity }))
  const records = keeper.records(snapshot, terms, accepted)
  const told = await pipeline(tx, takeStatement(snapshot.eventId, changes, records))
  await records.beside?.(tx)
  if (decision.uses.size > 0) await keeper.use(tx, snapshot.eventId, decision.uses)
  return {
    answers: async () => {
      const answers = records.answers((await told()).rows[0]?.told ?? '').values()
      return refusals.map((refusal) => refusal ?? answers.next().value ?? refuse('system_error'))
    },
    ...(accepted.length === asks.length && { seen: { rows, taken } }),
  }
}

const takeWithin = async <Ask extends Cart, Answer>(
  tx: Tx,
  { clock, keeper }: Engine<Ask, Answer>,
  eventId: string,
  asks: readonly Ask[],
): Promise<Outcome<Answer>> => {
  const locked = await lockStock(tx, eventId)
  const known = await keeper.answered(tx, eventId, asks)
  const rows = await locked()
  const status = rows[0]?.event_status
  if (!status || !isSellable(status)) {
    const refusal = await nothingToSell(tx, eventId)
    return { answers: async () => asks.map((_, place) => known[place] ?? refusal) }
  }
  const fresh = asks.filter((_, place) => known[place] === undefined)
  if (fresh.length === 0) return { answers: async () => known.map((answer) => answer ?? refuse('system_error')) }
  const taken = await takeFresh(tx, keeper, snapshotOf(eventId, rows, clock()), rows, fresh)
  return {
    ...taken,
    answers: async () => {
      const answers = (await taken.answers()).values()
      return known.map((answer) => answer ?? answers.next().value ?? refuse('system_error'))
    },
  }
}

/**
 * The careful way: lock the counters, let the rules decide in order of arrival, write everything, commit. Two journeys to
 * the database and back: what is asked before the decision travels together, and what is written with the commit.
 */
const reserveLocked = async <Ask extends Cart, Answer>(
  engine: Engine<Ask, Answer>,
  eventId: string,
  asks: readonly Ask[],
): Promise<Answers<Answer>> => {
  const { db, snapshots } = engine
  snapshots.forget(eventId)
  const { answers, seen } = await inTransaction(db, (tx) => takeWithin(tx, engine, eventId, asks))
  if (seen) snapshots.keep(eventId, seen.rows, seen.taken)
  return answers()
}

/** Takes a batch of carts of one event, each all or nothing. When this returns, all of it is on the disk. */
export const reserveBatch = async <Ask extends Cart, Answer>(
  engine: Engine<Ask, Answer>,
  eventId: string,
  asks: readonly Ask[],
): Promise<Answers<Answer>> => (await reserveOptimistic(engine, eventId, asks)) ?? reserveLocked(engine, eventId, asks)
