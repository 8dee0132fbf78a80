import type { ActOf, Books } from './money-history.ts'
import { partOf, pick } from './money-picks.ts'
import { type Promised, type Refund, refundable, type Sale } from './money-sums.ts'

/** What of a history promises are about. */
interface PromisePlay {
  readonly books: Books
  readonly now: Date
  readonly sales: readonly Sale[]
  readonly refunds: Refund[]
  readonly promises: Promised[]
}

/** A run lists an order once: a sale has one open promise at a time. */
export const promise = async (play: PromisePlay, { of, share }: ActOf<'promise'>): Promise<void> => {
  const found = pick(play.sales, of)
  const left = found && found.item.holder !== 'register' ? refundable(found.item) : 0
  if (!found || left <= 0 || play.promises.some(({ isOpen, sale }) => isOpen && sale === found.item)) return
  const amount = partOf(left, share)
  play.promises.push({ sale: found.item, amount, isOpen: true })
  await play.books.promise(found.place, play.promises.length - 1, amount, play.now)
}

/** The refund of a promise is requested in the moment in which it is promised no more; one that is not possible any more never is. */
export const endPromise = async (play: PromisePlay, { of, isRequested }: ActOf<'promise_end'>): Promise<void> => {
  const ended = pick(play.promises, of)
  if (!ended?.item.isOpen) return
  const { sale, amount } = ended.item
  const isMade = isRequested && refundable(sale) >= amount
  ended.item.isOpen = false
  await play.books.endPromise(ended.place, isMade, play.now)
  if (!isMade) return
  const refund: Refund = { amount, end: 'open' }
  sale.refunds.push(refund)
  play.refunds.push(refund)
  const about = { amount, end: 'open' } as const
  await play.books.refund(play.sales.indexOf(sale), play.refunds.length - 1, about, play.now)
}
