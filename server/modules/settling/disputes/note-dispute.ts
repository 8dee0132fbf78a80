import { disputable, nearDeadline, usualDeadline } from '@kartis/domain/dispute.ts'
import { disputeLines } from '@kartis/domain/ledger.ts'
import type { Agorot } from '@kartis/domain/money.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { addDisputed } from '../../payments/payments/index.ts'
import { bookJournals, lockLedgers, readSales } from '../ledger/index.ts'
import { insertDispute, isNoted, readCharge } from './disputes-queries.ts'
import { managersNotice } from './notify-managers.ts'
import { recordDispute } from './record-dispute.ts'

export interface Notice {
  readonly paymentId: string
  /** Of the acquirer's notice: with the payment it identifies the dispute. */
  readonly reference: string
  readonly reason: string
  /** agorot; absent: the whole charge. */
  readonly amount?: Agorot | undefined
  /** `YYYY-MM-DD`; absent: the usual days after now. */
  readonly deadline?: string | undefined
  readonly by: string
  /** The producer notes it: the notice is of the own acquirer, so about money that the installation does not have. */
  readonly ownAcquirer?: true
}

/**
 * Why a dispute is not noted.
 * - `operator`: the installation has the money of the charge, so that its acquirer notifies its operator
 * - `not_found`: no card payment that was captured and booked
 * - `too_much`: more than what earlier disputes left of the charge, which is `most`
 * - `exists`: the charge is disputed already, or was under this reference
 */
export type NoticeProblem =
  | { readonly problem: 'not_found' | 'exists' | 'operator' }
  | { readonly problem: 'too_much'; readonly most: Agorot }

export type Noted = { readonly id: string; readonly deadline: string } | NoticeProblem

const note = async (platform: Platform, tx: Tx, notice: Notice): Promise<Noted> => {
  const { paymentId, reference, by } = notice
  const sale = (await readSales(tx, [paymentId])).get(paymentId)
  if (!sale || sale.holder === 'register') return { problem: 'not_found' }
  const { account_id: accountId, event_id: eventId, order_id: orderId, holder, bucket } = sale
  if (notice.ownAcquirer && holder === 'platform') return { problem: 'operator' }
  // Notices about one account come one after another.
  await lockLedgers(tx, [accountId])
  const charge = await readCharge(tx, eventId, paymentId)
  if (!charge) return { problem: 'not_found' }
  // Before the sum: of a charge that was lost under this reference nothing is left.
  if (await isNoted(tx, paymentId, reference)) return { problem: 'exists' }
  const most = disputable(charge.amount, charge.taken)
  const amount = notice.amount ?? most
  if (amount > most || amount <= 0) return { problem: 'too_much', most }
  const [id, now] = [platform.newId(), platform.clock()]
  const deadline = notice.deadline ?? usualDeadline(now, platform.settings.disputes.days)
  const isNew = await insertDispute(tx, {
    id,
    account_id: accountId,
    event_id: eventId,
    order_id: orderId,
    payment_id: paymentId,
    reference,
    reason: notice.reason,
    amount,
    held: holder === 'platform',
    status: 'notified',
    notified_at: now,
    deadline,
    // Where the deadline is near, the notice reminds of it.
    reminded_at: deadline <= nearDeadline(now) ? now : null,
    changed_at: now,
    changed_by: by,
  })
  if (!isNew) return { problem: 'exists' }
  await addDisputed(tx, eventId, paymentId, amount)
  if (holder === 'platform') {
    const journal = { accountId, eventId, orderId, holder, bucket, occurredAt: now }
    await bookJournals(tx, [{ ...journal, kind: 'dispute', ref: id, lines: disputeLines(amount) }], now)
  }
  const recorded = { id, account_id: accountId, event_id: eventId, payment_id: paymentId, amount }
  await recordDispute(platform, tx, 'dispute.notified', recorded, now)
  const { order_number: number, event_name: event } = charge
  const content = {
    kind: 'notified',
    id,
    accountId,
    event,
    number,
    amount,
    deadline,
    held: holder === 'platform',
  } as const
  await platform.notifications.sendMany(tx, await managersNotice(platform, tx, content))
  return { id, deadline }
}

/** Notes what the acquirer tells of a dispute: once, with the amount held and every manager told in the same transaction. */
export const noteDispute = (platform: Platform, notice: Notice): Promise<Noted> =>
  inTransaction(platform.db, (tx) => note(platform, tx, notice))
