import { correctionLines, payoutConfirmedLines, payoutLines } from '@kartis/domain/ledger.ts'
import { sum } from '@kartis/domain/money.ts'
import { nextStatement, type StatementLine, statementLines } from '@kartis/domain/statement.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { bookJournals, type Journal, lockLedgers, ofAccount } from '../ledger/index.ts'
import { bookFees } from './book-fees.ts'
import {
  type EarlierEvent,
  type EarlierPayout,
  insertConfirmedPayout,
  readEarlierEvents,
  readEarlierPayouts,
  readPayable,
} from './event-payouts-queries.ts'
import { sumsSince } from './due-queries.ts'
import { lastStatement } from './statements-queries.ts'
import { writeStatement } from './write-statement.ts'

/** Who drafted them: nobody was named. */
const BEFORE = 'kartis 1'

interface Correction {
  readonly event: EarlierEvent
  /** What the ledger owes beyond what was transferred: refunds after the payout are below 0. */
  readonly amount: number
}

/**
 * Moves what happened to an event after its payout to the next statement: taken out before its statement, put back after
 * it. Without this a refund after a payout would stay unnoticed.
 */
const correctionJournals = (
  accountId: string,
  corrections: readonly Correction[],
  when: 'before' | 'after',
  now: Date,
): Journal[] =>
  corrections.map(({ event, amount }) => ({
    kind: 'correction',
    ref: `${event.id} ${when} its statement`,
    ...ofAccount(accountId),
    eventId: event.id,
    occurredAt: now,
    lines: correctionLines(when === 'before' ? -amount : amount),
  }))

const linesOf = (events: readonly EarlierEvent[]): StatementLine[] =>
  events.map(({ id, name, amount }) => ({
    kind: 'settled_before',
    eventId: id,
    eventName: name,
    amount,
    held: 0,
  }))

/** Makes a statement and a confirmed payout of a transfer. */
const settle = async (platform: Platform, tx: Tx, payout: EarlierPayout): Promise<void> => {
  const { account_id: accountId, paid_at: paidAt } = payout
  await lockLedgers(tx, [accountId])
  const events = await readEarlierEvents(tx, payout)
  if (events.length === 0) return
  const now = platform.clock()
  const last = await lastStatement(tx, accountId)
  const number = (last?.number ?? 0) + 1
  await bookFees(tx, { accountId, statement: number, now }, events)
  const eventIds = events.map(({ id }) => id)
  const owed = await readPayable(tx, eventIds)
  const corrections = events
    .map((event) => ({ event, amount: (owed.get(event.id) ?? 0) - event.amount }))
    .filter(({ amount }) => amount !== 0)
  const paidOut = Math.max(0, sum(events.map(({ amount }) => amount)))
  // What the operator noted for the whole account before there were statements.
  const ofAccountItself = statementLines(await sumsSince(tx, accountId, [], last?.to_seq ?? 0))
  const payoutId = platform.newId()
  const about = { ...ofAccount(accountId), ref: payoutId, occurredAt: paidAt }
  const transfer: Journal[] = [
    { ...about, kind: 'payout', lines: payoutLines(paidOut) },
    { ...about, kind: 'payout_confirmed', lines: payoutConfirmedLines(paidOut) },
  ]
  await bookJournals(
    tx,
    [...correctionJournals(accountId, corrections, 'before', now), ...(paidOut > 0 ? transfer : [])],
    now,
  )
  const lines = [...linesOf(events), ...ofAccountItself]
  const statement = nextStatement(last, { accountId, madeAt: paidAt, lines, paidOut })
  const { id: statementId } = await writeStatement(platform, tx, {
    ...statement,
    madeBy: BEFORE,
    settledAt: paidAt,
    eventIds,
  })
  if (paidOut > 0)
    await insertConfirmedPayout(tx, {
      id: payoutId,
      accountId,
      statementId,
      amount: paidOut,
      by: BEFORE,
      at: paidAt,
      reference: payout.reference,
    })
  await bookJournals(tx, correctionJournals(accountId, corrections, 'after', now), now)
}

/** Makes statements of the transfers from before there were statements, each once. The payments of before are booked already. */
export const settleEventPayouts = async (platform: Platform): Promise<void> => {
  for (const payout of await readEarlierPayouts(platform.db))
    await inTransaction(platform.db, (tx) => settle(platform, tx, payout))
}
