import type { Agorot } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { RawBuilder } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { settlementHandlerOf } from './settlement-handler.ts'
import { GatewayError, type StartPayment } from './gateway.ts'
import {
  insertPayment,
  markAbandoned,
  type PaymentRow,
  readPayment,
  readPaymentsOf,
  savePage,
  startedPayments,
} from './payments-queries.ts'

/** A page whose time is nearly over is not shown again: nobody types a card number in less. */
const ENOUGH_TO_PAY = 60_000
/** A start that has not got its page for so long died with its process. */
const START_PATIENCE = 20_000
const LOOK_EVERY = 100

export interface AttemptInput {
  readonly eventId: string
  readonly orderId: string
  readonly accountId: string
  readonly amount: Agorot
}

const isAlive = (payment: PaymentRow, amount: Agorot, now: Date): boolean => {
  if (payment.status !== 'started' || payment.amount !== amount) return false
  if (payment.url === null) return now.getTime() - payment.created_at.getTime() < START_PATIENCE
  return payment.expires_at !== null && payment.expires_at.getTime() - now.getTime() > ENOUGH_TO_PAY
}

/**
 * The attempt to pay that is under way, or a new one. The caller holds the lock of the order, so that two tabs find the
 * same attempt. `fresh` is true for the one who must open its page.
 */
export const takeAttempt = async (
  platform: Platform,
  tx: Tx,
  input: AttemptInput,
  now: Date,
): Promise<{ payment: PaymentRow; fresh: boolean }> => {
  const before = await readPaymentsOf(tx, input.eventId, input.orderId)
  const alive = before.find((payment) => isAlive(payment, input.amount, now))
  if (alive) return { payment: alive, fresh: false }
  for (const payment of before) if (payment.status === 'started') await markAbandoned(tx, payment)
  const payment = await insertPayment(tx, {
    event_id: input.eventId,
    id: platform.newId(),
    order_id: input.orderId,
    account_id: input.accountId,
    provider: settlementHandlerOf(platform).gateway.name,
    method: 'card',
    status: 'started',
    amount: input.amount,
    created_at: now,
  })
  return { payment, fresh: true }
}

/** The first attempt of an order, to be written by the statement that sends the order to the gateway. */
export const firstAttempt = (platform: Platform, now: Date) => {
  const payment = { id: platform.newId(), provider: settlementHandlerOf(platform).gateway.name, created_at: now }
  return (orders: RawBuilder<unknown>): RawBuilder<PaymentRow> => startedPayments(orders, payment)
}

type Page = Omit<StartPayment, 'paymentId' | 'eventId' | 'amount' | 'notifyUrl'>

/** Opens the gateway's page of a fresh attempt. `payment_unavailable` when the gateway will not; nothing was charged. */
export const openPage = async (
  platform: Platform,
  payment: PaymentRow,
  page: Page,
): Promise<{ url: string } | Refusal> => {
  const { gateway } = settlementHandlerOf(platform)
  try {
    const { url, expiresAt } = await gateway.start({
      ...page,
      paymentId: payment.id,
      eventId: payment.event_id,
      amount: payment.amount,
      notifyUrl: `${platform.settings.publicUrl}/api/v1/payments/${gateway.name}/notify`,
    })
    await savePage(platform.db, payment, url, expiresAt)
    return { url }
  } catch (error) {
    await markAbandoned(platform.db, payment)
    if (!(error instanceof GatewayError)) throw error
    platform.log.warn({ err: error, payment: payment.id }, 'the gateway opened no page')
    return refuse('payment_unavailable', { detail: { retry_after: 5 } })
  }
}

/** The page that another request is opening right now. */
export const awaitPage = async (platform: Platform, payment: PaymentRow): Promise<{ url: string } | Refusal> => {
  if (payment.url) return { url: payment.url }
  for (let waited = 0; waited < START_PATIENCE; waited += LOOK_EVERY) {
    await sleep(LOOK_EVERY)
    const now = await readPayment(platform.db, payment.id)
    if (now?.url) return { url: now.url }
    if (now?.status !== 'started') break
  }
  return refuse('payment_unavailable', { detail: { retry_after: 5 } })
}
