import { DECLINED_CARDS } from '@kartis/domain/limits.ts'
import type { Agorot } from '@kartis/domain/money.ts'
import { waysToPay } from '@kartis/domain/payment-offer.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { GatewayError, type StartPayment } from './gateway.ts'
import type { PaymentsContext } from './payments-context.ts'
import { insertPayment, markAbandoned, type PaymentRow, readPayment, readPaymentsOf } from './payments-queries.ts'
import { readTerminalsFor } from './terminals-queries.ts'

/** Milliseconds that a page must have left to be shown again: nobody types a card number in less. */
const MIN_PAGE_TIME = 60_000
/** Milliseconds after which an attempt without a page counts as one whose process crashed. */
const START_TIMEOUT = 20_000
const POLL_INTERVAL = 100
/** PostgreSQL's code. */
const NOT_NULL_VIOLATION = '23502'

export interface AttemptInput {
  readonly eventId: string
  readonly orderId: string
  readonly accountId: string
  readonly amount: Agorot
  /** What the buyer chose; undefined: any page will do. */
  readonly installments?: number | undefined
}

/** Whether an open page is one that the buyer asks for now: it cannot be changed any more, so that another choice needs another page. */
export const isPageFor = (
  payment: Pick<PaymentRow, 'offered_installments'>,
  installments: number | undefined,
): boolean => installments === undefined || payment.offered_installments === installments

const isAlive = (payment: PaymentRow, amount: Agorot, now: Date): boolean => {
  if (payment.status !== 'started' || payment.amount !== amount) return false
  if (payment.url === null) return now.getTime() - payment.created_at.getTime() < START_TIMEOUT
  return payment.expires_at !== null && payment.expires_at.getTime() - now.getTime() > MIN_PAGE_TIME
}

/**
 * The attempt to pay that is under way, or a new one at the account's default terminal where there is none with the instalments
 * that the buyer chose. The caller holds the lock of the
 * order, so that two tabs get the same attempt. `fresh` is true for the caller that must open its page. Refusal:
 * `payment_unavailable` when every terminal of the account is suspended, `too_many_requests` after many declined cards.
 */
export const findOrStartAttempt = async (
  platform: Platform,
  tx: Tx,
  input: AttemptInput,
  now: Date,
): Promise<{ payment: PaymentRow; fresh: boolean } | Refusal> => {
  const before = await readPaymentsOf(tx, input.eventId, input.orderId)
  const alive = before.find((payment) => isAlive(payment, input.amount, now))
  // Of a page that another request is opening right now it is not settled yet what it offers.
  if (alive && (alive.url === null || isPageFor(alive, input.installments))) return { payment: alive, fresh: false }
  const declined = before.filter(({ status }) => status === 'declined').length
  if (platform.settings.rateLimits && declined >= DECLINED_CARDS.order)
    return refuse('too_many_requests', { detail: { retry_after: DECLINED_CARDS.network.seconds } })
  const [terminal] = await readTerminalsFor(tx, input.accountId)
  if (!terminal) return noTerminal()
  for (const payment of before) if (payment.status === 'started') await markAbandoned(tx, payment)
  const payment = await insertPayment(tx, {
    event_id: input.eventId,
    id: platform.newId(),
    order_id: input.orderId,
    account_id: input.accountId,
    provider: terminal.provider,
    terminal_id: terminal.id,
    method: 'card',
    status: 'started',
    amount: input.amount,
    created_at: now,
  })
  return { payment, fresh: true }
}

/** Seconds after which a buyer may try again where the operator has suspended the terminals. */
const SUSPENDED_RETRY = 60

const noTerminal = (): Refusal => refuse('payment_unavailable', { detail: { retry_after: SUSPENDED_RETRY } })

/** The refusal of a statement with `startedPayments`, which fails for an account without a terminal; other errors are thrown on. */
export const refuseWithoutTerminal = (error: unknown): Refusal => {
  const { code, table, column } = (error ?? {}) as { code?: unknown; table?: unknown; column?: unknown }
  if (code === NOT_NULL_VIOLATION && table === 'payments' && column === 'provider') return noTerminal()
  throw error
}

export type PageInput = Omit<
  StartPayment,
  'paymentId' | 'eventId' | 'amount' | 'notifyUrl' | 'bit' | 'maxInstallments'
> & {
  /** What the buyer or the producer wants; the terminal may offer fewer. */
  readonly maxInstallments: number | undefined
}

/** Opens the gateway's page of a fresh attempt. Refusal: `payment_unavailable`; then nothing was charged. */
export const openPage = async (
  { platform, terminals, pages }: PaymentsContext,
  payment: PaymentRow,
  page: PageInput,
): Promise<{ url: string } | Refusal> => {
  try {
    const { gateway, offer } = await terminals.connectedOf(payment)
    const ways = waysToPay(payment.amount, offer, page.maxInstallments)
    const opened = await gateway.start({
      ...page,
      ...ways,
      paymentId: payment.id,
      eventId: payment.event_id,
      amount: payment.amount,
      notifyUrl: `${platform.settings.publicUrl}/api/v1/payments/${gateway.name}/notify`,
    })
    await pages.save(payment, {
      ...opened,
      offered: { installments: ways.maxInstallments, bit: gateway.capabilities.bitPerPage ? ways.bit : null },
    })
    return { url: opened.url }
  } catch (error) {
    await markAbandoned(platform.db, payment)
    if (!(error instanceof GatewayError)) throw error
    platform.log.warn({ err: error, payment: payment.id }, 'opening the payment page failed')
    return refuse('payment_unavailable', { detail: { retry_after: 5 } })
  }
}

/** The page that another request is opening right now. Refusal: `payment_unavailable` when that request fails. */
export const awaitPage = async (
  platform: Platform,
  payment: PaymentRow,
): Promise<{ url: string; offered_installments: number | null } | Refusal> => {
  if (payment.url) return { url: payment.url, offered_installments: payment.offered_installments }
  for (let waited = 0; waited < START_TIMEOUT; waited += POLL_INTERVAL) {
    await sleep(POLL_INTERVAL)
    const now = await readPayment(platform.db, payment.id)
    if (now?.url) return { url: now.url, offered_installments: now.offered_installments }
    if (now?.status !== 'started') break
  }
  return refuse('payment_unavailable', { detail: { retry_after: 5 } })
}
