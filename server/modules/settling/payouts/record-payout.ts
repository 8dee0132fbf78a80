import type { Agorot } from '@kartis/domain/money.ts'
import { sum } from '@kartis/domain/money.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { accountById, payoutAccountNumber, payoutBankOf } from '../../people/accounts/index.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { computeReport } from './event-report.ts'
import { insertPayouts, readDueEvents } from './payouts-queries.ts'

export interface DuePayout {
  readonly account: { readonly id: string; readonly name: string; readonly vatNumber: string }
  /** Nothing when the account has given no bank details. */
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
  /** Debts of some events are set against the others; at or below zero nothing is paid and all of it waits. */
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

/** What is due to whom, an entry for each account, with whole bank details: for the operator alone. */
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

/** Another run has been quicker with one of the events: the sums it noted are those that were transferred. */
class PaidOutMeanwhile extends Error {
  override name = 'PaidOutMeanwhile'
}

const note = async (
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
      if (!(await insertPayouts(tx, rows))) throw new PaidOutMeanwhile(account.id)
    })
    return true
  } catch (error) {
    if (error instanceof PaidOutMeanwhile) return false
    throw error
  }
}

/**
 * Notes that everything due (of one account, if told) has been transferred. Accounts without bank details and those in
 * debt are passed over. An event is paid out once, whoever runs this and how often. Answers what was noted.
 */
export const payoutRun = async (
  platform: Platform,
  { accountId, reference = '' }: { accountId?: string | undefined; reference?: string } = {},
): Promise<DuePayout[]> => {
  const now = platform.clock()
  const due = await duePayouts(platform, { accountId, now })
  const noted: DuePayout[] = []
  for (const payout of due)
    if (payout.bank && payout.total > 0 && (await note(platform, payout, reference, now))) noted.push(payout)
  return noted
}
