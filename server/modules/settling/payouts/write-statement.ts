import type { Statement } from '@kartis/domain/statement.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { lockLedgers } from '../ledger/index.ts'
import { hashOf } from './statement-hash.ts'
import { insertStatement } from './statements-queries.ts'

interface WrittenStatement extends Statement {
  readonly madeBy: string
  /** The day of the terms of its events. */
  readonly settledAt: Date
  /** The events that it settles. */
  readonly eventIds: readonly string[]
}

/**
 * Freezes a statement with its hash. Everything that is booked of the account counts as contained: its payout is booked
 * before, what belongs to the next statement after.
 */
export const writeStatement = async (
  platform: Platform,
  tx: Tx,
  { eventIds, ...statement }: WrittenStatement,
): Promise<{ readonly id: string; readonly hash: string }> => {
  const { accountId } = statement
  const [id, hash] = [platform.newId(), hashOf(statement)]
  const toSeq = (await lockLedgers(tx, [accountId])).get(accountId) ?? 0
  await insertStatement(tx, { ...statement, id, hash, toSeq }, eventIds)
  return { id, hash }
}
