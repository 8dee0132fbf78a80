import type { ActOf, Books } from './money-history.ts'
import { partOf, pick } from './money-picks.ts'
import { type Dispute, disputable, type Sale } from './money-sums.ts'

/** What of a history disputes are about. */
interface DisputePlay {
  readonly books: Books
  readonly now: Date
  readonly sales: readonly Sale[]
  readonly disputes: Dispute[]
}

export const dispute = async (play: DisputePlay, { of, share }: ActOf<'dispute'>): Promise<void> => {
  const found = pick(play.sales, of)
  const left = found ? disputable(found.item) : 0
  if (!found || left <= 0) return
  const made: Dispute = { amount: partOf(left, share), end: 'open' }
  found.item.disputes.push(made)
  play.disputes.push(made)
  await play.books.dispute(found.place, play.disputes.length - 1, made.amount, play.now)
}

export const decide = async (play: DisputePlay, { of, end }: ActOf<'decision'>): Promise<void> => {
  const found = pick(play.disputes, of)
  if (found?.item.end !== 'open') return
  found.item.end = end
  await play.books.decide(found.place, end, play.now)
}
