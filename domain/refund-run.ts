import { cancellationFee, isPostponed, type Sale } from './cancellation.ts'
import { CANCELLATION, REFUND_RUN } from './limits.ts'
import type { CardBucket } from './card-bucket.ts'
import type { Agorot } from './money.ts'
import type { StateTable } from './states.ts'

/**
 * Why a producer refunds the orders of an event. A cancelled event is refunded to everybody; in the other kinds the event
 * takes place, so each buyer chooses, and silence keeps the tickets.
 */
export const REFUND_RUN_KINDS = ['cancelled', 'postponed', 'changed', 'goodwill'] as const
export type RefundRunKind = (typeof REFUND_RUN_KINDS)[number]

/** Whether buyers choose between a refund and their tickets. */
export const needsChoice = (kind: RefundRunKind): boolean => kind !== 'cancelled'

/** Whether the lawful cancellation fee is withheld from each refund. */
export const REFUND_FEES = ['keep', 'return'] as const
export type RefundFees = (typeof REFUND_FEES)[number]

/** `finished_open`: nothing is left to send, but some orders need a person. */
export const REFUND_RUN_STATES = [
  'draft',
  'previewed',
  'approved',
  'running',
  'paused',
  'finished',
  'finished_open',
] as const
export type RefundRunState = (typeof REFUND_RUN_STATES)[number]
/**
 * - previewed → previewed: the orders changed, so that the preview was made again.
 * - paused → finished: another run took over the orders that were left.
 * - finished, finished_open → running: an order of a cancelled event was paid after the run had finished.
 */
export const REFUND_RUN_MOVES: StateTable<RefundRunState> = {
  draft: ['previewed'],
  previewed: ['previewed', 'approved'],
  approved: ['running'],
  running: ['paused', 'finished', 'finished_open'],
  paused: ['running', 'finished', 'finished_open'],
  finished: ['running'],
  finished_open: ['running', 'finished'],
}

/** What became of one order of a run. `manual`: a person hands the money back and notes how. */
export const REFUND_ITEM_STATES = [
  'planned',
  'opted_out',
  'waiting_funds',
  'queued',
  'sent',
  'unknown',
  'failed',
  'manual',
  'done',
] as const
export type RefundItemState = (typeof REFUND_ITEM_STATES)[number]
/**
 * - planned → manual: paid in cash, or less money is left than is owed.
 * - opted_out → queued, manual: the buyer changed their mind before the deadline.
 * - queued → done: nothing was to be refunded, or the tickets had been cancelled before.
 * - queued, manual → opted_out also: the buyer has given away every ticket that was to be refunded.
 * - sent, unknown, waiting_funds: the gateway has the request; its id stays the same until the outcome is known.
 */
export const REFUND_ITEM_MOVES: StateTable<RefundItemState> = {
  planned: ['opted_out', 'queued', 'manual'],
  opted_out: ['queued', 'manual'],
  waiting_funds: ['sent', 'unknown', 'done', 'failed'],
  queued: ['sent', 'opted_out', 'manual', 'done'],
  sent: ['waiting_funds', 'unknown', 'done', 'failed'],
  unknown: ['sent', 'waiting_funds', 'done', 'failed'],
  failed: ['manual'],
  manual: ['opted_out', 'done'],
  done: [],
}

/** States in which nothing was requested so far: the tickets are all still valid. */
export const UNBEGUN_ITEM_STATES: readonly RefundItemState[] = ['planned', 'opted_out', 'queued', 'manual']
const UNBEGUN: ReadonlySet<RefundItemState> = new Set(UNBEGUN_ITEM_STATES)
export const isUnbegun = ({ state }: { readonly state: RefundItemState }): boolean => UNBEGUN.has(state)

const UNSETTLED: ReadonlySet<RefundItemState> = new Set<RefundItemState>([
  'planned',
  'queued',
  'waiting_funds',
  'sent',
  'unknown',
])
const NEEDS_PERSON: ReadonlySet<RefundItemState> = new Set<RefundItemState>(['failed', 'manual'])

/** The state of a run whose orders are in these states; undefined while some may still be refunded by themselves. */
export const finishedAs = (states: Iterable<RefundItemState>): 'finished' | 'finished_open' | undefined => {
  const all = [...states]
  if (all.some((state) => UNSETTLED.has(state))) return undefined
  return all.some((state) => NEEDS_PERSON.has(state)) ? 'finished_open' : 'finished'
}

/**
 * What an order was paid with, and its money goes back to, in the order of reports. `card`: in one payment; `terminal`: a card at
 * the box office.
 */
export const REFUND_WAYS = ['card', 'installments', 'bit', 'terminal', 'cash'] as const
export type RefundWay = (typeof REFUND_WAYS)[number]

/** Why an order of a run cannot be refunded by itself. `not_enough`: less is left of its payments than is owed; `disputed`: because its
 * cardholder disputes the charge, so that the money may go back through the card company. */
export const BY_HAND_REASONS = ['cash', 'not_enough', 'disputed'] as const
export type ByHandReason = (typeof BY_HAND_REASONS)[number]

export interface RunOrder {
  /** Valid tickets and what was paid for them, after discounts. `free`: those of them that cost nothing. */
  readonly tickets: number
  readonly free: number
  readonly price: Agorot
  /** Fees kept of the order before. */
  readonly retainedBefore: Agorot
  readonly sale: Pick<Sale, 'boughtAt' | 'postponedAt'>
  /** Captured payments, the newest first: refunds take from them in this order. `left`: not refunded yet, nor disputed. */
  readonly payments: readonly {
    readonly way: RefundWay
    readonly left: Agorot
    readonly disputed?: Agorot
    /** Of a card; null where it is not known. */
    readonly bucket?: CardBucket | null
  }[]
}

/** Kinds of cards that have a rate of their own; every other card is regular. */
export const RATED_BUCKETS = ['special', 'tourist'] as const
type Rated = (typeof RATED_BUCKETS)[number]

export interface RefundPlan {
  readonly tickets: number
  /** Those of them that cost nothing. */
  readonly free: number
  /** What the buyer gets back, and the fee that is kept of the price; agorot. */
  readonly amount: Agorot
  readonly fee: Agorot
  /** `amount` by the way it goes back; smaller in all where the payments have not enough left. */
  readonly ways: Readonly<Record<RefundWay, Agorot>>
  /** What of `ways` goes back to cards with a rate of their own. */
  readonly rated: Readonly<Record<Rated, Agorot>>
  readonly byHand: ByHandReason | null
}

const NO_WAYS: Readonly<Record<RefundWay, Agorot>> = { card: 0, installments: 0, bit: 0, terminal: 0, cash: 0 }
const NO_RATED: Readonly<Record<Rated, Agorot>> = { special: 0, tourist: 0 }

const byHandReason = ({ payments }: RunOrder, missing: Agorot, cash: Agorot): ByHandReason | null => {
  if (missing > 0) return payments.some(({ disputed = 0 }) => disputed > 0) ? 'disputed' : 'not_enough'
  return cash > 0 ? 'cash' : null
}

/** The refund of all valid tickets of an order. What was cancelled or refunded of it before is not refunded again. */
export const planRefund = (order: RunOrder, fees: RefundFees): RefundPlan => {
  const keeps = fees === 'keep' && !isPostponed(order.sale)
  const fee = keeps ? cancellationFee(order.price, order.retainedBefore) : 0
  const amount = order.price - fee
  const ways = { ...NO_WAYS }
  const rated = { ...NO_RATED }
  let owed = amount
  for (const { way, left, bucket } of order.payments) {
    const part = Math.max(0, Math.min(owed, left))
    ways[way] += part
    if (way !== 'cash' && (bucket === 'special' || bucket === 'tourist')) rated[bucket] += part
    owed -= part
  }
  const { tickets, free } = order
  return { tickets, free, amount, fee, ways, rated, byHand: byHandReason(order, owed, ways.cash) }
}

const NOTHING: RefundPlan = { tickets: 0, free: 0, amount: 0, fee: 0, ways: NO_WAYS, rated: NO_RATED, byHand: null }

/**
 * The plan of an order in a run of this kind; undefined where the run does not list it: people are not asked about tickets that
 * cost nothing. `transferred`: what was paid for tickets that other people hold and the run does not refund. Where nothing else was
 * paid for, the order is listed without tickets: its buyer has nothing to choose.
 */
export const planInRun = (
  kind: RefundRunKind,
  { transferred, ...order }: RunOrder & { readonly transferred: Agorot },
  fees: RefundFees,
): RefundPlan | undefined => {
  const plan = planRefund(order, fees)
  if (!needsChoice(kind)) return plan.tickets > 0 ? plan : undefined
  if (plan.amount > 0) return plan
  return transferred > 0 ? NOTHING : undefined
}

/** Why tickets stay without a choice of their buyer: other people hold all that could be refunded. */
export const STAY_REASONS = ['transferred'] as const
export type StayReason = (typeof STAY_REASONS)[number]

export const stayReason = ({ tickets }: Pick<RefundPlan, 'tickets'>): StayReason | null =>
  tickets === 0 ? 'transferred' : null

export const REFUND_CHOICES = ['refund', 'keep'] as const
export type RefundChoice = (typeof REFUND_CHOICES)[number]

export interface ChosenItem {
  readonly state: RefundItemState
  /** Its refund is being requested. */
  readonly started: boolean
  readonly byHand: boolean
}

/**
 * The state of an order after its buyer chose; the same state where the choice was made before. Undefined: it is too late to
 * keep the tickets, because the refund has begun.
 */
export const stateAfterChoice = (item: ChosenItem, choice: RefundChoice): RefundItemState | undefined => {
  const undecided = item.state === 'planned' || item.state === 'opted_out'
  if (choice === 'refund') return undecided ? (item.byHand ? 'manual' : 'queued') : item.state
  return undecided || (item.state === 'queued' && !item.started) ? 'opted_out' : undefined
}

const DAY = 86_400_000

/** The law gives a producer fourteen days from the cancellation to return the money. */
export const refundDueAt = (approvedAt: Date): Date =>
  new Date(approvedAt.getTime() + CANCELLATION.refundWithinDays * DAY)

/** Until when buyers may choose unless the producer says: fourteen days, but not longer than until the event begins. */
export const defaultDeadline = (eventStartsAt: Date, now: Date): Date => {
  const latest = new Date(now.getTime() + REFUND_RUN.choiceDays * DAY)
  return eventStartsAt > now && eventStartsAt < latest ? eventStartsAt : latest
}

/**
 * Whether somebody else than the person who prepared a run must approve it: above the installation's limit, where the team
 * has another person who may. A producer alone may always approve, because the law gives no more than fourteen days.
 */
export const needsSecondPerson = (run: {
  readonly amount: Agorot
  readonly limit: Agorot
  readonly preparedByCaller: boolean
  readonly hasOthers: boolean
}): boolean => run.preparedByCaller && run.hasOthers && run.amount > run.limit

/** What payments know of a refund. `code`: the gateway's, of the last attempt that did not succeed. */
export interface RefundOutcome {
  readonly status: 'queued' | 'done' | 'failed'
  readonly code: string | null
}

/** The code with which every adapter answers when the terminal has not enough money for the refund. */
export const NO_FUNDS = 'no_funds'

/** The code of a refund that its gateway refused because somebody had made it in the gateway's own console. */
export const ALREADY_REFUNDED = 'already_refunded'

/**
 * The state of an order whose refunds were requested. `unknown`: an attempt ended without an outcome; its gateway is asked
 * before anything is sent again. One refund that failed makes the order need a person, once no other is open.
 */
export const stateAfterRefunds = (refunds: readonly RefundOutcome[]): RefundItemState => {
  const open = refunds.filter(({ status }) => status === 'queued')
  if (open.some(({ code }) => code === NO_FUNDS)) return 'waiting_funds'
  if (open.some(({ code }) => code !== null)) return 'unknown'
  if (open.length > 0) return 'sent'
  return refunds.some(({ status }) => status === 'failed') ? 'failed' : 'done'
}
