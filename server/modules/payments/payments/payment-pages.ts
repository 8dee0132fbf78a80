import { isRefusal } from '@kartis/domain/refusal.ts'
import { createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import type { Db } from '../../../platform/database/db.ts'
import { type PaymentRow, type SavedPage, savePages } from './payments-queries.ts'

export interface PaymentPages {
  /** Saves the gateway's page of a payment: those of one event that arrive together share a statement. */
  save(payment: Pick<PaymentRow, 'event_id' | 'id'>, page: Omit<SavedPage, 'paymentId'>): Promise<void>
}

/** The pages that this process opens, one queue for each event. A page is saved once, by the request that opened it. */
export const createPaymentPages = (db: Db): PaymentPages => {
  const queue = createBatchQueue<SavedPage, true>(async (eventId, pages) => {
    await savePages(db, eventId, pages)
    return pages.map(() => true)
  })
  return {
    save: async (payment, page) => {
      const saved = await queue.submit(payment.event_id, { ...page, paymentId: payment.id })
      if (isRefusal(saved)) throw new Error(`the page of a payment could not be saved: ${saved.refusal}`)
    },
  }
}
