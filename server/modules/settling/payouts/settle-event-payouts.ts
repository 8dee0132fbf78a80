import { correctionLines, payoutConfirmedLines, payoutLines } from '@kartis/domain/ledger.ts'
import { sum } from '@kartis/domain/money.ts'
import { closingOf, type Statement, type StatementLine } from '@kartis/domain/statement.ts'
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
import { hashOf } from './statement-hash.ts'
import { insertStatement, lastStatement } from './statements-queries.ts'

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

const linesOf = (events: readonly EarlierEvent[]): StatementLine[] => [
  ...events.map(({ id, name, amount }) => ({
    kind: 'settled_before' as const,
    eventId: id,
    eventName: name,
    amount,
    held: 0,
  })),
  { kind: 'payout', eventId: null, eventName: null, amount: -sum(events.map(({ amount }) => amount)), held: 0 },
]

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
  const total = sum(events.map(({ amount }) => amount))
  const [statementId, payoutId, opening] = [platform.newId(), platform.newId(), last?.closing ?? 0]
  const about = { ...ofAccount(accountId), ref: payoutId, occurredAt: paidAt }
  await bookJournals(
    tx,
    [
      ...correctionJournals(accountId, corrections, 'before', now),
      { ...about, kind: 'payout', lines: payoutLines(total) },
      { ...about, kind: 'payout_confirmed', lines: payoutConfirmedLines(total) },
    ],
    now,
  )
  const lines = linesOf(events)
  const statement: Statement = {
    accountId,
    number,
    madeAt: paidAt,
    opening,
    lines,
    closing: closingOf(opening, lines),
    previousHash: last?.hash ?? null,
  }
  const toSeq = (await lockLedgers(tx, [accountId])).get(accountId) ?? 0
  const written = { ...statement, id: statementId, madeBy: BEFORE, hash: hashOf(statement), toSeq, settledAt: paidAt }
  await insertStatement(tx, written, eventIds)
  await insertConfirmedPayout(tx, {
    id: payoutId,
    accountId,
    statementId,
    amount: total,
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
