import type { Agorot } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { paidEvent } from './domain-events.ts'
import { GatewayError } from './gateway.ts'
import type { AttemptInput } from './payment-attempt.ts'
import type { PaymentsContext } from './payments-context.ts'
import { insertPayment, markAbandoned, type PaymentRow } from './payments-queries.ts'
import { readTerminalsFor } from './terminals-queries.ts'

const columnsOf = (platform: Platform, input: AttemptInput, now: Date) => ({
  event_id: input.eventId,
  id: platform.newId(),
  order_id: input.orderId,
  account_id: input.accountId,
  amount: input.amount as Agorot,
  created_at: now,
})

/** Records a cash payment, paid at once. A sale that costs nothing has no payment. */
export const recordCash = async (platform: Platform, tx: Tx, input: AttemptInput, now: Date): Promise<void> => {
  if (input.amount === 0) return
  const payment = await insertPayment(tx, {
    ...columnsOf(platform, input, now),
    provider: 'cash',
    terminal_id: null,
    method: 'cash',
    status: 'paid',
    paid_at: now,
  })
  await platform.domainEvents.append(tx, [paidEvent(payment)])
}

/**
 * Records a charge before it is sent to the card reader, so that it is found by its id whatever fails. In the caller's
 * transaction. Refusal: `payment_unavailable` when the account has no active terminal of that name.
 */
export const startReaderCharge = async (
  platform: Platform,
  tx: Tx,
  { terminal: name, ...input }: AttemptInput & { readonly terminal: string },
  now: Date,
): Promise<PaymentRow | Refusal> => {
  const terminal = (await readTerminalsFor(tx, input.accountId)).find((row) => row.name === name)
  if (!terminal) return refuse('payment_unavailable', { detail: { retry_after: 5 } })
  return insertPayment(tx, {
    ...columnsOf(platform, input, now),
    provider: terminal.provider,
    terminal_id: terminal.id,
    method: 'terminal',
    status: 'started',
  })
}

export interface ReaderInput {
  /** Name of the terminal. */
  readonly terminal: string
  /** Number of the card reader at the terminal, where it has several. */
  readonly reader: string | null
  readonly lang: string
}

/** Shows the amount at a card reader, after the commit. Refusal: `payment_unavailable`; then nothing can be charged. */
export const chargeAtReader = async (
  { platform, terminals, pages }: PaymentsContext,
  payment: PaymentRow,
  input: ReaderInput,
): Promise<Refusal | undefined> => {
  try {
    const gateway = await terminals.gatewayOf(payment)
    const { url, expiresAt } = await gateway.atReader({
      ...input,
      paymentId: payment.id,
      amount: payment.amount,
      lang: asLang(input.lang) ?? DEFAULT_LANG,
      notifyUrl: `${platform.settings.publicUrl}/api/v1/payments/${gateway.name}/notify`,
    })
    // A real reader has no page; the column still records that it was asked.
    await pages.save(payment, { url: url ?? `reader:${input.terminal}`, expiresAt })
    return undefined
  } catch (error) {
    await markAbandoned(platform.db, payment)
    if (!(error instanceof GatewayError)) throw error
    platform.log.warn({ err: error, payment: payment.id }, 'charge at the card reader failed')
    return refuse('payment_unavailable', { detail: { retry_after: 5 } })
  }
}
