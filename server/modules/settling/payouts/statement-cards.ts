import { rateOf } from '@kartis/domain/fees.ts'
import type { Db } from '../../../platform/database/db.ts'
import { feeTermsOver } from '../../people/accounts/index.ts'
import { type CardSums, readCardSums } from './statement-sums-queries.ts'

/** What a statement has of an event by one kind of card. Sums in agorot. */
export interface StatementCards extends Omit<CardSums, 'settledAt'> {
  /** Basis points, of the contract under which the event was settled. */
  readonly rateBp: number
}

/**
 * Sales and card fees of a statement by event and kind of card: the journals of its lines, which never change. They sum to its
 * lines of sales and refunds, what is held included, and of card fees.
 */
export const statementCards = async (
  db: Db,
  statement: { readonly id: string; readonly account_id: string },
): Promise<StatementCards[]> => {
  const sums = await readCardSums(db, statement.id)
  if (sums.length === 0) return []
  const termsAt = await feeTermsOver(db, statement.account_id)
  return sums.map(({ settledAt, ...row }) => ({ ...row, rateBp: rateOf(termsAt(new Date(settledAt)), row.bucket) }))
}
