import type { Agorot } from '@kartis/domain/money.ts'
import { sum } from '@kartis/domain/money.ts'
import type { NewDomainEvent } from '../../../platform/domain-events/event-types.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { accountById, payoutAccountNumber, payoutBankOf } from '../../people/accounts/index.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { computeReport } from './event-report.ts'
import type { PayoutEventData } from './domain-events.ts'
import { insertPayouts, type PayoutRow, readDueEvents } from './payouts-queries.ts'

export interface DuePayout {
  readonly account: { readonly id: string; readonly name: string; readonly vatNumber: string }
  /** null when the account has no bank details. */
  readonly bank: {
    readonly holder: string | null
    readonly bank: number
    readonly branch: string
    readonly account: string
  } | null
  readonly events: readonly {
    readonly id: string
    readonly name: string
    readonly endsAt: Date
    readonly net: Agorot
  }[]
  /** agorot. A negative event reduces the others; at or below zero nothing is transferred and all events wait. */
  readonly total: Agorot
}

const bankOf = async (platform: Platform, accountId: string): Promise<DuePayout['bank']> => {
  const [bank, number] = await Promise.all([
    payoutBankOf(platform.db, accountId),
    payoutAccountNumber(platform, accountId),
  ])
  return bank && number
    ? { holder: bank.holder_name, bank: bank.bank_number, branch: bank.branch_number, account: number }
    : null
}

/** Due payouts by account, with full bank details: for the operator only. */
export const duePayouts = async (
  platform: Platform,
  { accountId, now = platform.clock() }: { accountId?: string | undefined; now?: Date } = {},
): Promise<DuePayout[]> => {
  const due = await readDueEvents(platform.reportDb, now, accountId)
  const accountIds = [...new Set(due.map((event) => event.account_id))]
  const payouts: DuePayout[] = []
  for (const id of accountIds) {
    const account = await accountById(platform.db, id)
    const events: DuePayout['events'][number][] = []
    for (const { id: eventId } of due.filter((event) => event.account_id === id)) {
      const event = await anyEventRow(platform.db, eventId)
      if (!event) continue
      const { report } = await computeReport(platform.reportDb, event, now)
      events.push({ id: eventId, name: event.name, endsAt: event.ends_at, net: report.net })
    }
    if (!account) continue
    payouts.push({
      account: { id, name: account.vat_name, vatNumber: account.vat_number },
      bank: await bankOf(platform, id),
      events,
      total: sum(events.map(({ net }) => net)),
    })
  }
  return payouts
}

/** Another run has recorded one of the events first; its amounts are those that were transferred. */
class AlreadyPaidOut extends Error {
  override name = 'AlreadyPaidOut'
}

const payoutEvent = (payout: PayoutRow): NewDomainEvent => ({
  type: 'payout.recorded',
  at: payout.paid_at,
  accountId: payout.account_id,
  eventId: payout.event_id,
  subject: payout.id,
  data: { amount: payout.amount } satisfies PayoutEventData['payout.recorded'],
})

const recordPayout = async (
  platform: Platform,
  { account, events }: DuePayout,
  reference: string,
  now: Date,
): Promise<boolean> => {
  const rows = events.map(({ id, net }) => ({
    event_id: id,
    id: platform.newId(),
    account_id: account.id,
    amount: net,
    reference,
    paid_at: now,
  }))
  try {
    await inTransaction(platform.db, async (tx) => {
      if (!(await insertPayouts(tx, rows))) throw new AlreadyPaidOut(account.id)
      await platform.domainEvents.append(tx, rows.map(payoutEvent))
    })
    return true
  } catch (error) {
    if (error instanceof AlreadyPaidOut) return false
    throw error
  }
}

/**
 * Records that every due payout (of one account, if given) was transferred; the recorded ones. Accounts without bank
 * details and those that owe are skipped. Concurrent or repeated runs record each event once.
 */
export const payoutRun = async (
  platform: Platform,
  { accountId, reference = '' }: { accountId?: string | undefined; reference?: string } = {},
): Promise<DuePayout[]> => {
  const now = platform.clock()
  const due = await duePayouts(platform, { accountId, now })
  const recorded: DuePayout[] = []
  for (const payout of due)
    if (payout.bank && payout.total > 0 && (await recordPayout(platform, payout, reference, now))) recorded.push(payout)
  return recorded
}
