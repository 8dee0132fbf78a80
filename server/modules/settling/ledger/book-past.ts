import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Booking, bookingOf, bookSales, refundJournals } from './book-facts.ts'
import { bookJournals } from './book-journals.ts'
import { compareBooks } from './compare-books.ts'
import { markBooked, readPaidOfEvent, readRefundsOf, readUnbooked } from './facts-queries.ts'

export const PAST_JOB = 'ledger.book_past'

/** Payments of one statement. */
const PAGE = 1000
const EVENTS = 100

/**
 * Books the payments and refunds of an event from their tables: what was written before the ledger, or without domain
 * events. What is booked already is left out.
 */
export const bookPastOf = async (tx: Tx, eventId: string, booking: Booking): Promise<void> => {
  for (let after: string | null = null, more = true; more;) {
    const payments = await readPaidOfEvent(tx, eventId, after, PAGE)
    const sales = await bookSales(tx, payments, booking)
    const refunds = await readRefundsOf(tx, eventId, [...sales.keys()])
    const journals = refunds.flatMap((refund) => {
      const { id, payment_id: paymentId, amount, created_at: promised, done_at: done } = refund
      const sale = sales.get(paymentId)
      if (!sale) return []
      const step = { refundId: id, amount }
      return [
        ...refundJournals(sale, { ...step, kind: 'refund', at: promised }),
        ...(refund.waits
          ? (['refund_failed', 'refund_owed'] as const).flatMap((kind) =>
              refundJournals(sale, { ...step, kind, at: promised }),
            )
          : []),
        ...(done
          ? refundJournals(sale, { ...step, kind: refund.by_hand ? 'refund_by_hand' : 'refund_paid', at: done })
          : []),
      ]
    })
    await bookJournals(tx, journals, booking.now)
    after = payments.at(-1)?.id ?? null
    more = payments.length === PAGE
  }
}

/**
 * Proves that the report of an event is the same out of the ledger: every sum that differs is logged, and `doctor` lists it until it
 * is gone. A refund that is requested meanwhile is one; the reader books it a moment later. The event counts as booked all the same:
 * journals never change, so that booking it again would find the same difference at every start and mend nothing, and `doctor`
 * leaves out what is still to be booked. A person looks at it, and corrects it by another journal.
 */
const compare = async (platform: Platform, tx: Tx, eventId: string): Promise<void> => {
  for (const { sum, payments, ledger } of await compareBooks(tx, [eventId]))
    platform.log.warn({ event: eventId, sum, payments, ledger }, 'ledger and payments differ')
}

/** Books the events that an upgrade has found unbooked, each in a transaction of its own, and compares them with their payments. */
export const bookPast = async (platform: Platform): Promise<void> => {
  for (let ids = await readUnbooked(platform.db, EVENTS); ids.length > 0; ids = await readUnbooked(platform.db, EVENTS))
    for (const eventId of ids)
      await inTransaction(platform.db, async (tx) => {
        await bookPastOf(tx, eventId, bookingOf(platform))
        await compare(platform, tx, eventId)
        await markBooked(tx, eventId)
      })
}
