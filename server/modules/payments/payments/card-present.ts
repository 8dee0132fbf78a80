import type { Agorot } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import type { Kernel } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { AttemptWish } from './payment-attempt.ts'
import { deskOf } from './settlement-handler.ts'
import { GatewayFault } from './gateway.ts'
import { insertPayment, markAbandoned, type PaymentRow, savePage } from './payments-queries.ts'

/** Cash over the counter: paid when it is written. Nothing is written for a sale that costs nothing. */
export const takeCash = async (kernel: Kernel, tx: Tx, wish: AttemptWish, now: Date): Promise<void> => {
  if (wish.amount === 0) return
  await insertPayment(tx, {
    ...startOf(kernel, wish, now),
    provider: 'cash',
    method: 'cash',
    status: 'paid',
    paid_at: now,
  })
}

const startOf = (kernel: Kernel, wish: AttemptWish, now: Date) => ({
  event_id: wish.eventId,
  id: kernel.newId(),
  order_id: wish.orderId,
  account_id: wish.accountId,
  amount: wish.amount as Agorot,
  created_at: now,
})

export interface ReaderAsk {
  readonly terminal: string
  readonly reader: string | null
  readonly lang: string
}

/** A charge at a card reader, written before the reader is asked: whatever breaks, it is found by its id. In the caller's transaction. */
export const startAtReader = {
  write: (kernel: Kernel, tx: Tx, wish: AttemptWish, now: Date): Promise<PaymentRow> =>
    insertPayment(tx, {
      ...startOf(kernel, wish, now),
      provider: deskOf(kernel).gateway.name,
      method: 'terminal',
      status: 'started',
    }),

  /** After the commit. `payment_unavailable`: the sum could not be locked, so nothing can be charged. */
  ask: async (kernel: Kernel, payment: PaymentRow, ask: ReaderAsk): Promise<Refusal | undefined> => {
    const { gateway } = deskOf(kernel)
    try {
      const { url, expiresAt } = await gateway.atReader({
        ...ask,
        paymentId: payment.id,
        amount: payment.amount,
        lang: asLang(ask.lang) ?? DEFAULT_LANG,
        notifyUrl: `${kernel.settings.publicUrl}/api/v1/payments/${gateway.name}/notify`,
      })
      // A real reader has no page; that it was asked must show all the same.
      await savePage(kernel.db, payment, url ?? `reader:${ask.terminal}`, expiresAt)
      return undefined
    } catch (error) {
      await markAbandoned(kernel.db, payment)
      if (!(error instanceof GatewayFault)) throw error
      kernel.log.warn({ err: error, payment: payment.id }, 'the card reader could not be asked')
      return refuse('payment_unavailable', { detail: { retry_after: 5 } })
    }
  },
}
