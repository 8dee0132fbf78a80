import { payoutLines } from '@kartis/domain/ledger.ts'
import type { Agorot } from '@kartis/domain/money.ts'
import { sum } from '@kartis/domain/money.ts'
import { availableOf, reserveOf } from '@kartis/domain/settlement.ts'
import { closingOf, nextStatement, type Statement, statementLines, REVENUE_LINES } from '@kartis/domain/statement.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { payoutBankOf, settlementTermsAt } from '../../people/accounts/index.ts'
import { bookJournals, bookPast, lockLedgers, ofAccount } from '../ledger/index.ts'
import { bookFees } from './book-fees.ts'
import { payoutDueAt } from './due.ts'
import {
  arrivedOf,
  promisedRefundsOf,
  readSettleable,
  settledSalesSince,
  type SettleableEvent,
  sumsSince,
} from './due-queries.ts'
import { settleEventPayouts } from './settle-event-payouts.ts'
import { insertPayout } from './payouts-queries.ts'
import { lastStatement } from './statements-queries.ts'
import { writeStatement } from './write-statement.ts'

const DAY = 86_400_000

export interface DraftInput {
  readonly accountId: string
  /** Who drafts: another person approves the payout. */
  readonly by: string
  readonly now: Date
}

export interface DraftedStatement extends Statement {
  readonly id: string
  readonly hash: string
  readonly payout: { readonly id: string; readonly amount: Agorot } | undefined
  /** What stays on the account although it is owed: the reserve, or what has not arrived from the acquirer. */
  readonly withheld: Agorot
}

/** Events that a statement settles now: those that are due, and those that an earlier one has settled. */
const dueEvents = async (platform: Platform, tx: Tx, { accountId, now }: DraftInput): Promise<SettleableEvent[]> => {
  const days = platform.settings.settlement.acquirerDays
  const events = await readSettleable(tx, accountId, now)
  return events.filter((event) => event.settled_at !== null || payoutDueAt(event.settled_end, days) <= now)
}

/** What may be paid out of a balance. Nothing without bank details: the balance waits for them. */
const payable = async (
  platform: Platform,
  tx: Tx,
  { accountId, now }: DraftInput,
  { balance, lines, promised }: Pick<Statement, 'lines' | 'promised'> & { readonly balance: Agorot },
): Promise<Agorot> => {
  if (balance <= 0 || !(await payoutBankOf(tx, accountId))) return 0
  const terms = await settlementTermsAt(tx, accountId, now)
  const earlier = await settledSalesSince(tx, accountId, new Date(now.getTime() - terms.reserveDays * DAY))
  const sales = sum(lines.filter(({ kind }) => REVENUE_LINES.includes(kind)).map(({ amount }) => amount))
  return availableOf({
    balance,
    arrived: await arrivedOf(tx, accountId, platform.settings.settlement, now),
    promisedRefunds: sum(promised.map(({ amount }) => amount)),
    reserve: terms.reserveDays > 0 ? reserveOf(earlier + sales, terms.reserveBp) : 0,
  })
}

const write = async (
  platform: Platform,
  tx: Tx,
  input: DraftInput,
  { statement, eventIds, amount }: { statement: Statement; eventIds: readonly string[]; amount: Agorot },
): Promise<DraftedStatement> => {
  const { accountId, by, now } = input
  const payout = amount > 0 ? { id: platform.newId(), amount } : undefined
  if (payout) {
    const about = { ...ofAccount(accountId), occurredAt: now }
    await bookJournals(tx, [{ ...about, kind: 'payout', ref: payout.id, lines: payoutLines(amount) }], now)
  }
  const { id, hash } = await writeStatement(platform, tx, { ...statement, madeBy: by, settledAt: now, eventIds })
  if (payout) await insertPayout(tx, { ...payout, accountId, statementId: id, by, at: now })
  const about = { at: now, accountId }
  const { number, closing } = statement
  await platform.domainEvents.append(tx, [
    { type: 'statement.made', ...about, subject: id, data: { number, closing } },
    ...(payout
      ? [{ type: 'payout.drafted', ...about, subject: payout.id, data: { amount, statement: id } } as const]
      : []),
  ])
  return { ...statement, id, hash, payout, withheld: Math.max(0, closing) }
}

/**
 * Makes the next statement of an account, in the caller's transaction: books the fees of the events that are due, sums up what
 * no statement contains, and drafts a payout of what is available. Undefined when there is nothing to say. The ledger of
 * the account is locked: of concurrent callers each makes another statement, or none.
 */
const draftStatementIn = async (
  platform: Platform,
  tx: Tx,
  input: DraftInput,
): Promise<DraftedStatement | undefined> => {
  const { accountId, now } = input
  await lockLedgers(tx, [accountId])
  const last = await lastStatement(tx, accountId)
  const number = (last?.number ?? 0) + 1
  const events = await dueEvents(platform, tx, input)
  await bookFees(tx, { accountId, statement: number, now }, events)
  const lines = statementLines(await sumsSince(tx, accountId, events, last?.to_seq ?? 0))
  const opening = last?.closing ?? 0
  const promised = await promisedRefundsOf(tx, accountId)
  const amount = await payable(platform, tx, input, { balance: closingOf(opening, lines), lines, promised })
  if (lines.length === 0 && amount === 0) return undefined
  const statement = nextStatement(last, { accountId, madeAt: now, lines, promised, paidOut: amount })
  return write(platform, tx, input, { statement, eventIds: events.map(({ id }) => id), amount })
}

/** What happened before the ledger comes first. */
const prepare = async (platform: Platform): Promise<void> => {
  await bookPast(platform)
  await settleEventPayouts(platform)
}

/** As `draftStatementIn`, in a transaction of its own. */
export const draftStatement = async (platform: Platform, input: DraftInput): Promise<DraftedStatement | undefined> => {
  await prepare(platform)
  return inTransaction(platform.db, (tx) => draftStatementIn(platform, tx, input))
}

/** Undoes a preview. */
class Undo extends Error {
  override name = 'Undo'
}

/** The statement that would be made now. Nothing is written. */
export const previewStatement = async (
  platform: Platform,
  input: DraftInput,
): Promise<DraftedStatement | undefined> => {
  await prepare(platform)
  let drafted: DraftedStatement | undefined
  try {
    await inTransaction(platform.db, async (tx) => {
      drafted = await draftStatementIn(platform, tx, input)
      throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return drafted
}
