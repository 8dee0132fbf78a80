import type { Agorot } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { AttemptInput } from './payment-attempt.ts'
import { settlementHandlerOf } from './settlement-handler.ts'
import { GatewayError } from './gateway.ts'
import { insertPayment, markAbandoned, type PaymentRow, savePage } from './payments-queries.ts'

/** Cash over the counter: paid when it is written. Nothing is written for a sale that costs nothing. */
export const takeCash = async (platform: Platform, tx: Tx, input: AttemptInput, now: Date): Promise<void> => {
  if (input.amount === 0) return
  await insertPayment(tx, {
    ...startOf(platform, input, now),
    provider: 'cash',
    method: 'cash',
    status: 'paid',
    paid_at: now,
  })
}

const startOf = (platform: Platform, input: AttemptInput, now: Date) => ({
  event_id: input.eventId,
  id: platform.newId(),
  order_id: input.orderId,
  account_id: input.accountId,
  amount: input.amount as Agorot,
  created_at: now,
})

export interface ReaderAsk {
  readonly terminal: string
  readonly reader: string | null
  readonly lang: string
}

/** A charge at a card reader, written before the reader is asked: whatever breaks, it is found by its id. In the caller's transaction. */
export const startAtReader = {
  write: (platform: Platform, tx: Tx, input: AttemptInput, now: Date): Promise<PaymentRow> =>
    insertPayment(tx, {
      ...startOf(platform, input, now),
      provider: settlementHandlerOf(platform).gateway.name,
      method: 'terminal',
      status: 'started',
    }),

  /** After the commit. `payment_unavailable`: the sum could not be locked, so nothing can be charged. */
  ask: async (platform: Platform, payment: PaymentRow, ask: ReaderAsk): Promise<Refusal | undefined> => {
    const { gateway } = settlementHandlerOf(platform)
    try {
      const { url, expiresAt } = await gateway.atReader({
        ...ask,
        paymentId: payment.id,
        amount: payment.amount,
        lang: asLang(ask.lang) ?? DEFAULT_LANG,
        notifyUrl: `${platform.settings.publicUrl}/api/v1/payments/${gateway.name}/notify`,
      })
      // A real reader has no page; that it was asked must show all the same.
      await savePage(platform.db, payment, url ?? `reader:${ask.terminal}`, expiresAt)
      return undefined
    } catch (error) {
      await markAbandoned(platform.db, payment)
      if (!(error instanceof GatewayError)) throw error
      platform.log.warn({ err: error, payment: payment.id }, 'the card reader could not be asked')
      return refuse('payment_unavailable', { detail: { retry_after: 5 } })
    }
  },
}
