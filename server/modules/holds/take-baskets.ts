import { type Basket, type Decision, decideBaskets, type Stock } from '@kartis/domain/availability.ts'
import { isOnSale } from '@kartis/domain/event.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { leftOf } from '@kartis/domain/ticket-type.ts'
import { type Db, inTransaction, type Tx } from '../../kernel/db.ts'
import { addHeldAhead, lockStock, readEventState, type StockChange, type StockRow } from './stock-queries.ts'

/** A ticket type as it was when the basket was decided; price in agorot. */
export interface TypeOnSheet {
  readonly name: string
  readonly price: number
}

/** The event as all baskets of a batch see it. */
export interface Sheet {
  readonly eventId: string
  readonly accountId: string
  readonly now: Date
  readonly types: ReadonlyMap<string, TypeOnSheet>
  /** Purchase limits count for one phone across orders. */
  readonly limitsPhones: boolean
}

/** What the decision needs beyond the stock: coupons by key, and what phones hold or bought before. */
export type Terms = Pick<Stock, 'coupons' | 'bought'>

/** What the keeper of orders does inside the batch's own transaction, while the stock is locked. */
export interface Keeper<Ask, Answer> {
  /** Asks that were answered before (the same idempotency key), in their order; undefined for a new one. */
  answered(tx: Tx, eventId: string, asks: readonly Ask[]): Promise<readonly (Answer | Refusal | undefined)[]>
  /** Locks and reads what the asks name beside tickets. Called with the stock locked, and again after a reclaim. */
  terms(tx: Tx, sheet: Sheet, asks: readonly Ask[]): Promise<Terms>
  /** Ends holds whose time is over and says what they give back. The counters are moved by it, through releaseHeld. */
  reclaim(tx: Tx, eventId: string, now: Date): Promise<readonly StockChange[]>
  /**
   * Writes the accepted baskets and what they use up beside tickets, travelling with the commit. What it gives is asked
   * after the commit for one answer each, in their order.
   */
  persist(tx: Tx, sheet: Sheet, terms: Terms, accepted: readonly Ask[]): Promise<() => Promise<readonly Answer[]>>
}

const isSellable = (status: StockRow['event_status']): boolean => status === 'published'

const stockOf = (rows: readonly StockRow[], now: Date, terms: Terms): Stock => {
  const [first] = rows
  return {
    now,
    isOnSale:
      first !== undefined &&
      isOnSale({ status: first.event_status, startsAt: first.event_starts_at, endsAt: first.event_ends_at }, now),
    orderLimit: first?.order_limit ?? null,
    phoneLimit: typeof first?.phone_limit === 'number' ? first.phone_limit : null,
    ...terms,
    lines: rows
      .filter((row) => !row.archived)
      .map((row) => ({
        ticketTypeId: row.type_id,
        left: leftOf(row),
        type: row.kind,
        purchaseLimit: row.purchase_limit,
        saleStartsAt: row.sale_starts_at,
        saleEndsAt: row.sale_ends_at,
      })),
  }
}

const withFreed = (stock: Stock, freed: readonly StockChange[]): Stock => {
  const back = new Map(freed.map(({ typeId, quantity }) => [typeId, quantity]))
  return {
    ...stock,
    lines: stock.lines.map((line) => ({ ...line, left: line.left + (back.get(line.ticketTypeId) ?? 0) })),
  }
}

const sheetOf = (eventId: string, rows: readonly StockRow[], now: Date): Sheet => ({
  eventId,
  accountId: rows[0]?.account_id ?? '',
  now,
  types: new Map(rows.map((row) => [row.type_id, { name: row.name, price: row.price }])),
  limitsPhones: Boolean(rows[0]?.phone_limit),
})

/** Nothing of this event is for sale to the public: unknown and unpublished look the same from outside. */
const nothingToSell = async (tx: Tx, eventId: string): Promise<Refusal> => {
  const event = await readEventState(tx, eventId)
  return event && isSellable(event.status) ? refuseField('items', 'unknown_ticket_type') : refuse('not_found')
}

/** Refusals that the end of somebody else's hold may lift. */
const LIFTED: ReadonlySet<string> = new Set(['sold_out', 'coupon_used_up'])

/** Decides; when somebody would be turned away for lack of stock, looks first for holds that are over. */
const decide = async <Ask extends Basket, Answer>(
  tx: Tx,
  keeper: Keeper<Ask, Answer>,
  sheet: Sheet,
  rows: readonly StockRow[],
  asks: readonly Ask[],
): Promise<{ decision: Decision; terms: Terms }> => {
  const terms = await keeper.terms(tx, sheet, asks)
  const stock = stockOf(rows, sheet.now, terms)
  const decision = decideBaskets(stock, asks)
  const lacks = decision.refusals.some((refusal) => refusal && LIFTED.has(refusal.refusal))
  if (!lacks || rows.every((row) => row.held === 0)) return { decision, terms }
  const freed = await keeper.reclaim(tx, sheet.eventId, sheet.now)
  if (freed.length === 0) return { decision, terms }
  const fresh = await keeper.terms(tx, sheet, asks)
  return { decision: decideBaskets({ ...withFreed(stock, freed), ...fresh }, asks), terms: fresh }
}

type Outcome<Answer> = () => Promise<(Answer | Refusal)[]>

const takeFresh = async <Ask extends Basket, Answer>(
  tx: Tx,
  keeper: Keeper<Ask, Answer>,
  sheet: Sheet,
  rows: readonly StockRow[],
  asks: readonly Ask[],
): Promise<Outcome<Answer>> => {
  const { decision, terms } = await decide(tx, keeper, sheet, rows, asks)
  const { refusals, taken } = decision
  const accepted = asks.filter((_, place) => refusals[place] === undefined)
  if (accepted.length === 0) return async () => refusals.map((refusal) => refusal ?? refuse('system_error'))
  await addHeldAhead(
    tx,
    sheet.eventId,
    [...taken].map(([typeId, quantity]) => ({ typeId, quantity })),
  )
  const written = await keeper.persist(tx, sheet, terms, accepted)
  return async () => {
    const answers = (await written()).values()
    return refusals.map((refusal) => refusal ?? answers.next().value ?? refuse('system_error'))
  }
}

const takeWithin = async <Ask extends Basket, Answer>(
  tx: Tx,
  clock: () => Date,
  keeper: Keeper<Ask, Answer>,
  eventId: string,
  asks: readonly Ask[],
): Promise<Outcome<Answer>> => {
  const locked = await lockStock(tx, eventId)
  const known = await keeper.answered(tx, eventId, asks)
  const rows = await locked()
  const status = rows[0]?.event_status
  if (!status || !isSellable(status)) {
    const refusal = await nothingToSell(tx, eventId)
    return async () => asks.map((_, place) => known[place] ?? refusal)
  }
  const fresh = asks.filter((_, place) => known[place] === undefined)
  if (fresh.length === 0) return async () => known.map((answer) => answer ?? refuse('system_error'))
  const taken = await takeFresh(tx, keeper, sheetOf(eventId, rows, clock()), rows, fresh)
  return async () => {
    const answers = (await taken()).values()
    return known.map((answer) => answer ?? answers.next().value ?? refuse('system_error'))
  }
}

/**
 * One transaction for a batch of baskets of one event: lock the counters, let the rules decide in order of arrival,
 * write everything, commit. Two journeys to the database and back: what is asked before the decision travels together,
 * and what is written with the commit. When this returns, all of it is on the disk.
 */
export const takeBaskets = async <Ask extends Basket, Answer>(
  db: Db,
  clock: () => Date,
  keeper: Keeper<Ask, Answer>,
  eventId: string,
  asks: readonly Ask[],
): Promise<(Answer | Refusal)[]> => {
  const outcome = await inTransaction(db, (tx) => takeWithin(tx, clock, keeper, eventId, asks))
  return outcome()
}
