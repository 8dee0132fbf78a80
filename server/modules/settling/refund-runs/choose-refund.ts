import type { RefundOffer } from '@kartis/contract/refund-choices.ts'
import { toShekels } from '@kartis/domain/money.ts'
import {
  type ChosenItem,
  needsChoice,
  type RefundChoice,
  type RefundItemState,
  refundDueAt,
  stateAfterChoice,
} from '@kartis/domain/refund-run.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { OrderKey } from '../../selling/orders/index.ts'
import { enteredSince, readTickets } from '../../selling/ticketing/index.ts'
import { type ItemRow, moveItems, ofOrder } from './plan-queries.ts'
import { enqueueStep } from './run-events.ts'
import { lockRun, type RunRow } from './runs-queries.ts'
import { lockItem, readOfferOf, type OfferRow } from './steps-queries.ts'

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

/** How many valid tickets of an order somebody has entered with since the offer: they are used, and no longer refunded. */
const usedSince = async (db: Db | Tx, { eventId, orderId }: OrderKey, offered: Date | null): Promise<number> => {
  const valid = (await readTickets(db, eventId, orderId)).filter(({ status }) => status === 'valid')
  return offered ? enteredSince(valid, offered) : 0
}

const viewOffer = (row: OfferRow, used: number, now: Date): RefundOffer => {
  const isRefunded = !TICKETS_STAY.has(row.state)
  const due = needsChoice(row.kind) ? row.chosen_at : row.approved_at
  const mayChange = used === 0 && stateAfterChoice(chosenItem(row), isRefunded ? 'keep' : 'refund') !== undefined
  return {
    refund_run_uuid: row.run_id,
    order_uuid: row.order_id,
    kind: row.kind,
    message: row.message,
    deadline: row.deadline?.toISOString() ?? null,
    open: isOpen({ ...row, state: row.run_state }, now) && mayChange,
    choice: choiceOf(row),
    state: row.state,
    tickets: row.tickets,
    amount: toShekels(row.amount),
    fee: toShekels(row.fee),
    by_hand: row.by_hand !== null,
    chosen_at: row.chosen_at?.toISOString() ?? null,
    refund_due_at: isRefunded && due ? refundDueAt(due).toISOString() : null,
  }
}

/** The offer of the latest approved run that has the order. `not_found` where there is none. */
export const showOffer = async (db: Db, key: OrderKey, now: Date): Promise<RefundOffer | Refusal> => {
  const row = await readOfferOf(db, key)
  return row ? viewOffer(row, await usedSince(db, key, row.approved_at), now) : refuse('not_found')
}

/**
 * Writes what the buyer of an order chose; the same choice again changes nothing. Refusals: `not_found` for a run that does not
 * have the order, `choice_closed` after the deadline and for tickets whose refund has begun, `order_state` with `redeemed` for
 * a refund of tickets that somebody has entered with since the offer.
 */
export const chooseRefund = async (
  platform: Platform,
  key: OrderKey,
  { refund_run_uuid: runId, choice }: { readonly refund_run_uuid: string; readonly choice: RefundChoice },
  now: Date,
): Promise<RefundOffer | Refusal> => {
  const refused = await inTransaction(platform.db, async (tx) => {
    const run = await lockRun(tx, { eventId: key.eventId, runId }, 'share')
    const item = run?.approved_at ? await lockItem(tx, run, key.orderId) : undefined
    if (!run || !item) return refuse('not_found')
    const to = stateAfterChoice(chosenItem(item), choice)
    if (!isOpen(run, now) || to === undefined) return refuse('choice_closed')
    if (to === item.state && item.chosen_at !== null) return undefined
    const redeemed = choice === 'refund' ? await usedSince(tx, key, run.approved_at) : 0
    if (redeemed > 0) return refuse('order_state', { detail: { redeemed } })
    const change = { chosenAt: now }
    await moveItems(tx, run, { from: [item.state], to, where: ofOrder(key.orderId), change, now })
    if (to === 'queued') await enqueueStep(platform, tx, run)
    return undefined
  })
  return isRefusal(refused) ? refused : showOffer(platform.db, key, now)
}
