import type { RefundOffer } from '@kartis/contract/refund-choices.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import {
  type ChosenItem,
  isUnbegun,
  stayReason,
  needsChoice,
  type RefundChoice,
  type RefundItemState,
  refundDueAt,
  stateAfterChoice,
} from '@kartis/domain/refund-run.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lockOrder, type OrderKey } from '../../selling/orders/index.ts'
import { enteredSince, heldTickets, readTickets } from '../../selling/ticketing/index.ts'
import { withdrawOffers } from '../../selling/transfers/index.ts'
import { type ItemRow, moveItems, ofOrder } from './plan-queries.ts'
import { planNow } from './plan-run.ts'
import { replanItem } from './replan-order.ts'
import { enqueueStep } from './run-events.ts'
import { lockRun, type RunRow } from './runs-queries.ts'
import { lockItem, readOrdersToChoose, readOfferOf, type OfferRow } from './steps-queries.ts'

/** Whether buyers may choose now: until the deadline, also while the run is paused. */
const isOpen = (run: Pick<RunRow, 'kind' | 'state' | 'deadline'>, now: Date): boolean =>
  needsChoice(run.kind) &&
  ['approved', 'running', 'paused'].includes(run.state) &&
  run.deadline !== null &&
  now < run.deadline

const TICKETS_STAY: ReadonlySet<RefundItemState> = new Set<RefundItemState>(['planned', 'opted_out'])

const choiceOf = ({ state, chosen_at }: Pick<ItemRow, 'state' | 'chosen_at'>): RefundChoice | null => {
  if (chosen_at === null) return null
  return TICKETS_STAY.has(state) ? 'keep' : 'refund'
}

const chosenItem = ({ state, started_at, by_hand }: ItemRow): ChosenItem => ({
  state,
  started: started_at !== null,
  byHand: by_hand !== null,
})

interface Held {
  /** Valid tickets of the buyer that somebody has entered with since the offer: they are used, and no longer refunded. */
  readonly used: number
  /** Valid tickets that other people hold. */
  readonly transferred: number
}

const heldOf = async (db: Db | Tx, key: OrderKey, offered: Date | null): Promise<Held> => {
  const [tickets, held] = [await readTickets(db, key.eventId, key.orderId), await heldTickets(db, key)]
  const valid = tickets.filter(({ status }) => status === 'valid')
  const own = valid.filter(({ id }) => !held.has(id))
  return { used: offered ? enteredSince(own, offered) : 0, transferred: valid.length - own.length }
}

const viewOffer = (row: OfferRow, { used, transferred }: Held, now: Date): RefundOffer => {
  const isRefunded = !TICKETS_STAY.has(row.state)
  const due = needsChoice(row.kind) ? row.chosen_at : row.approved_at
  const mayChange =
    used === 0 &&
    stayReason(row) === null &&
    stateAfterChoice(chosenItem(row), isRefunded ? 'keep' : 'refund') !== undefined
  return {
    refund_run_uuid: row.run_id,
    order_uuid: row.order_id,
    kind: row.kind,
    message: row.message,
    deadline: row.deadline?.toISOString() ?? null,
    open: isOpen({ ...row, state: row.run_state }, now) && mayChange,
    choice: choiceOf(row),
    state: row.state,
    stays_because: stayReason(row),
    tickets: row.tickets,
    transferred,
    amount: toShekels(row.amount),
    fee: toShekels(row.fee),
    by_hand: row.by_hand !== null,
    chosen_at: row.chosen_at?.toISOString() ?? null,
    refund_due_at: isRefunded && due ? refundDueAt(due).toISOString() : null,
  }
}

/** What a choice would refund now: a ticket may have been transferred a moment ago. */
const asOfNow = async (db: Db, row: OfferRow, now: Date): Promise<OfferRow> => {
  const plan = needsChoice(row.kind) && isUnbegun(row) ? await planNow(db, row, row.order_id, now) : undefined
  if (!plan) return row
  const state = stayReason(plan) ? 'opted_out' : row.state
  return {
    ...row,
    state,
    tickets: plan.tickets,
    amount: plan.amount,
    fee: plan.fee,
    by_hand: plan.byHand ?? row.by_hand,
  }
}

/** The offer of the latest approved run that has the order. `not_found` where there is none. */
export const showOffer = async (db: Db, key: OrderKey, now: Date): Promise<RefundOffer | Refusal> => {
  const row = await readOfferOf(db, key)
  if (!row) return refuse('not_found')
  const shown = await asOfNow(db, row, now)
  return viewOffer(shown, await heldOf(db, key, row.approved_at), now)
}

/** The offers of these orders that may be accepted or refused now. */
export const listOpenOffers = async (db: Db, keys: readonly OrderKey[], now: Date): Promise<RefundOffer[]> => {
  if (keys.length === 0) return []
  const offers = []
  for (const key of await readOrdersToChoose(db, keys, now)) {
    const offer = await showOffer(db, key, now)
    if (!isRefusal(offer) && offer.open) offers.push(offer)
  }
  return offers
}

interface Chosen {
  readonly refund_run_uuid: string
  readonly choice: RefundChoice
  /** Shekels that the buyer has read. */
  readonly amount?: number | undefined
}

/** Why this sum cannot be refunded: a ticket was transferred since the buyer read it, or somebody has entered. */
const reasonAgainstRefund = async (
  tx: Tx,
  { run, item, key }: { readonly run: RunRow; readonly item: ItemRow; readonly key: OrderKey },
  read: number | undefined,
): Promise<Refusal | undefined> => {
  if (read !== undefined && toAgorot(read) !== item.amount)
    return refuse('conflict', { detail: { amount: toShekels(item.amount) } })
  const { used: redeemed } = await heldOf(tx, key, run.approved_at)
  return redeemed > 0 ? refuse('order_state', { detail: { redeemed } }) : undefined
}

/**
 * Writes what the buyer of an order chose; the same choice again changes nothing. A refund is of the tickets that the buyer still
 * holds, and takes back what is offered to others. Refusals: `not_found` for a run that does not have the order, `choice_closed`
 * after the deadline, for tickets whose refund has begun and where other people hold all of them, `conflict` where the sum is
 * not the one that the buyer has read, `order_state` with `redeemed` for tickets that somebody has entered with since the offer.
 */
export const chooseRefund = async (
  platform: Platform,
  key: OrderKey,
  { refund_run_uuid: runId, choice, amount }: Chosen,
  now: Date,
): Promise<RefundOffer | Refusal> => {
  const refused = await inTransaction(platform.db, async (tx) => {
    const run = await lockRun(tx, { eventId: key.eventId, runId }, 'share')
    const listed = run?.approved_at ? await lockItem(tx, run, key.orderId) : undefined
    if (!run || !listed) return refuse('not_found')
    // A transfer is accepted under this lock: either before, and is seen here, or after, and finds its offer taken back.
    const order = await lockOrder(tx, key)
    const item = isUnbegun(listed) ? await replanItem(platform, tx, { run, item: listed, now }) : listed
    const to = stateAfterChoice(chosenItem(item), choice)
    if (!isOpen(run, now) || stayReason(item) || to === undefined) return refuse('choice_closed')
    if (to === item.state && item.chosen_at !== null) return undefined
    if (choice === 'refund') {
      const reason = await reasonAgainstRefund(tx, { run, item, key }, amount)
      if (reason) return reason
      if (order) await withdrawOffers(platform, tx, order, now)
    }
    const change = { chosenAt: now }
    await moveItems(tx, run, { from: [item.state], to, where: ofOrder(key.orderId), change, now })
    if (to === 'queued') await enqueueStep(platform, tx, run)
    return undefined
  })
  return isRefusal(refused) ? refused : showOffer(platform.db, key, now)
}
