import type { Agorot } from '@kartis/domain/money.ts'
import { ALREADY_REFUNDED, NO_FUNDS } from '@kartis/domain/refund-run.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { untilReachable } from '../../../platform/database/until-reachable.ts'
import type { Gateway, RefundFact, RefundPayment, RefundWay } from './gateway.ts'
import { oweRest, withdrawPaid } from './waiting-refunds.ts'
import { beginAttempt, endAttempt } from './refund-attempts.ts'
import { findElsewhere } from './refunded-elsewhere.ts'
import {
  closeRefund,
  countAttempt,
  hasQueuedRefund,
  insertRefund,
  readForgotten,
  readRefund,
  reserveAmount,
} from './refunds-queries.ts'

export const REFUND_JOB = 'payments.refund'

export interface RefundJob {
  readonly eventId: string
  readonly refundId: string
}

export interface RefundInput {
  readonly eventId: string
  readonly paymentId: string
  /** agorot, above 0 */
  readonly amount: Agorot
  readonly reason: string
  /** A person has handed the money back: nothing is sent to the gateway. */
  readonly byHand?: boolean
}

/**
 * Reserves the amount on the payment and queues the refund, in the caller's transaction. Refusal: `refund_failed` when less
 * than the amount is left, which does not count what is disputed. What a person hands back, as always for cash, is done at once.
 */
export const requestRefund = async (
  platform: Platform,
  tx: Tx,
  { eventId, paymentId, amount, reason, byHand = false }: RefundInput,
): Promise<{ id: string } | Refusal> => {
  const payment = await reserveAmount(tx, eventId, paymentId, amount)
  if (!payment) return refuse('refund_failed')
  const now = platform.clock()
  const byGateway = payment.method !== 'cash' && !byHand
  const handed = payment.method !== 'cash' && byHand
  const id = platform.newId()
  await insertRefund(tx, {
    event_id: eventId,
    id,
    payment_id: paymentId,
    order_id: payment.order_id,
    amount,
    reason,
    status: byGateway ? 'queued' : 'done',
    created_at: now,
    done_at: byGateway ? null : now,
    way: handed ? 'by_hand' : null,
  })
  const about = { at: now, accountId: payment.account_id, eventId, subject: id }
  const data = { order: payment.order_id, payment: paymentId, amount }
  await platform.domainEvents.append(tx, [
    { type: 'refund.requested', ...about, data },
    ...(byGateway
      ? []
      : [{ type: 'refund.done', ...about, data: handed ? { ...data, by_hand: true as const } : data } as const]),
  ])
  if (byGateway) await platform.jobs.enqueue(tx, REFUND_JOB, { eventId, refundId: id })
  return { id }
}

/**
 * Records money that the gateway sent back without being asked by us: somebody refunded it in the gateway's own console.
 * What waits for a bank transfer is withdrawn as far as this money covers it, since it is what was owed; the rest of it goes on
 * waiting.
 * Refusal: `refund_failed` when less than the amount is left of the payment, `conflict` while a refund of ours is under way,
 * which may be the very one.
 */
export const recordForeignRefund = async (
  platform: Platform,
  tx: Tx,
  refund: {
    readonly eventId: string
    readonly paymentId: string
    readonly amount: Agorot
    readonly ref: string
    readonly way: RefundWay
    readonly reason: string
  },
): Promise<{ id: string; orderId: string; accountId: string } | Refusal> => {
  const { eventId, paymentId, amount, ref, way, reason } = refund
  const remainder = await withdrawPaid(platform, tx, { eventId, paymentId, amount })
  const payment = await reserveAmount(tx, eventId, paymentId, amount, true)
  if (!payment) return refuse('refund_failed')
  if (await hasQueuedRefund(tx, eventId, paymentId)) return refuse('conflict')
  const now = platform.clock()
  const id = platform.newId()
  await insertRefund(tx, {
    event_id: eventId,
    id,
    payment_id: paymentId,
    order_id: payment.order_id,
    amount,
    reason,
    status: 'done',
    created_at: now,
    done_at: now,
    way,
    provider_ref: ref,
  })
  const about = { at: now, accountId: payment.account_id, eventId, subject: id }
  const data = { order: payment.order_id, payment: paymentId, amount }
  await platform.domainEvents.append(tx, [
    { type: 'refund.requested', ...about, data },
    { type: 'refund.done', ...about, data },
  ])
  if (remainder) await oweRest(platform, tx, eventId, remainder)
  return { id, orderId: payment.order_id, accountId: payment.account_id }
}

/** The outcome is unknown or the gateway was unreachable: the job retries. */
class RefundPending extends Error {
  override name = 'RefundPending'
}

type ReadRefund = NonNullable<Awaited<ReturnType<typeof readRefund>>>

/** What the gateway is asked: always under the refund's own id, so that no attempt can refund twice. */
const requestOf = (refund: ReadRefund, firstSentAt: Date | null): RefundPayment => ({
  paymentId: refund.payment_id,
  refundId: refund.id,
  providerRef: refund.charge_ref ?? '',
  approvalCode: refund.approval_code ?? '',
  chargeAmount: refund.charge_amount,
  chargedAt: refund.charged_at ?? new Date(0),
  wallet: refund.wallet,
  amount: refund.amount,
  firstSentAt,
  otherRefs: refund.other_refs ?? [],
})

/** A gateway that says that its terminal is empty has sent nothing: nothing needs to be looked for before the next attempt. */
const outcomeOf = (fact: RefundFact) => {
  if (fact.ok) return { outcome: 'done', code: null } as const
  const isUnknown = fact.retry && fact.code !== NO_FUNDS
  return { outcome: isUnknown ? 'unknown' : 'refused', code: fact.code } as const
}

/** What the gateway said of an attempt; `code`: why the refund is done though it was refused. */
interface Outcome {
  readonly number: number
  readonly fact: RefundFact
  readonly code: string | null
}

/** Writes what the gateway said of an attempt, and closes the refund where it is decided. */
const recordOutcome = async (
  { db, clock }: Platform,
  refund: ReadRefund,
  { number, fact, code }: Outcome,
): Promise<void> => {
  const at = clock()
  await inTransaction(db, async (tx) => {
    await endAttempt(tx, refund, number, outcomeOf(fact))
    await countAttempt(tx, refund, fact.ok ? null : fact.code)
    if (fact.ok) await closeRefund(tx, refund, { status: 'done', providerRef: fact.ref, way: fact.way, code, at })
    else if (!fact.retry) await closeRefund(tx, refund, { status: 'failed', error: fact.code, at })
  })
}

/** What a refund needs of the gateway that charged its payment. */
interface RefundContext {
  readonly platform: Platform
  readonly terminals: {
    readonly gatewayOf: (refund: ReadRefund) => Promise<{
      readonly capabilities: Pick<Gateway['capabilities'], 'refundKeys'>
      readonly refund: Gateway['refund']
      readonly transactions: Gateway['transactions']
    }>
  }
}

/**
 * Sends a queued refund to the gateway and terminal that charged the payment; repeated with the same id it refunds once.
 * Throws when it must be retried: a refund with an unknown outcome stays queued, since releasing its amount could refund it
 * twice. A permanent refusal of the gateway ends as `failed`: the amount stays reserved and waits for a bank transfer. Where
 * the gateway refuses because somebody has refunded the charge in its console, that credit is the refund.
 */
export const sendRefund = async (
  { platform, terminals }: RefundContext,
  { eventId, refundId }: RefundJob,
): Promise<'done' | 'failed'> => {
  const refund = await readRefund(platform.db, eventId, refundId)
  if (!refund || refund.status !== 'queued') return refund?.status === 'failed' ? 'failed' : 'done'
  const gateway = await terminals.gatewayOf(refund)
  const attempt = await beginAttempt(platform.db, refund, gateway.capabilities, platform.clock())
  if ('wait' in attempt) throw new RefundPending(attempt.wait)
  const answer = await gateway.refund(requestOf(refund, attempt.firstSentAt))
  const isRefused = !answer.ok && !answer.retry
  const fact = (isRefused && (await findElsewhere(gateway, refund, platform.clock()))) || answer
  const code = isRefused && fact.ok ? ALREADY_REFUNDED : null
  // Only this process knows the outcome: without it the next attempt waits until it counts as crashed.
  await untilReachable(() => recordOutcome(platform, refund, { number: attempt.number, fact, code }))
  if (fact.ok) return 'done'
  if (fact.retry) throw new RefundPending(fact.code)
  platform.log.error({ refund: refundId, error: { code: fact.code } }, 'refund failed permanently')
  return 'failed'
}

/** Hours without an attempt after which the job of an open refund counts as given up, and is queued again. */
const FORGOTTEN_AFTER_HOURS = 20
const MAX_FORGOTTEN = 500

/** Queues open refunds again whose jobs have used up their retries: an unknown outcome is asked for once a day. */
export const resendForgotten = async (platform: Platform): Promise<void> => {
  const before = new Date(platform.clock().getTime() - FORGOTTEN_AFTER_HOURS * 3_600_000)
  const refunds = await readForgotten(platform.db, before, MAX_FORGOTTEN)
  const jobs = refunds.map(({ event_id, id }) => ({ eventId: event_id, refundId: id }))
  if (jobs.length > 0) await platform.jobs.enqueueMany(platform.db, REFUND_JOB, jobs)
}
