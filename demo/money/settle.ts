import { later, DAY, HOUR, MINUTE } from '../calendar.ts'
import { expectDone } from '../people.ts'
import type { PastOrder } from '../history.ts'
import {
  approvePayout,
  confirmPayout,
  type DraftedStatement,
  draftStatement,
  exportBatch,
  issueDueOf,
  markSent,
  payoutDueAt,
  type Platform,
  recordForeignRefund,
  recordReturned,
  recordSandboxTransactions,
  returnPayout,
  type Tx,
} from '../server.ts'
import { addDays } from '@kartis/domain/cancellation.ts'
import { dayIn, instantIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { chargeRefs } from '../history-queries.ts'
import { inThePast } from './in-the-past.ts'

/** Who settles at the operator: payouts need two people. */
const DRAFTS = 'דנה, הנהלת חשבונות'
const APPROVES = 'יואב, כספים'

/** The morning after an event became due, when its statement is made. */
export const settlingTime = (platform: Platform, endsAt: Date): Date => {
  const due = payoutDueAt(endsAt, platform.settings.settlement.acquirerDays)
  return instantIn(ISRAEL_ZONE, addDays(dayIn(ISRAEL_ZONE, due), 1), '09:40')
}

/** Makes the statement of an instant, and the tax documents of its fees. */
export const settleAt = async (
  platform: Platform,
  tx: Tx,
  accountId: string,
  at: Date,
): Promise<DraftedStatement | undefined> => {
  // An acquirer that pays a month later has not paid yet.
  if (at > platform.clock()) return undefined
  const statement = await draftStatement(inThePast(platform, tx, at), { accountId, by: DRAFTS, now: at })
  const { failed } = await issueDueOf(inThePast(platform, tx, later(at, MINUTE)), [accountId])
  for (const error of failed.values()) throw error
  return statement
}

const done = (result: object): void => {
  if ('problem' in result) throw new Error(`a payout of the demo was refused: ${JSON.stringify(result)}`)
}

/** Approves a payout, exports it and hands it in; a day later the bank has transferred it, or sent it back. */
export const payOut = async (
  platform: Platform,
  tx: Tx,
  payoutId: string,
  { at, reference, returned }: { readonly at: Date; readonly reference: string; readonly returned?: string },
): Promise<void> => {
  done(await approvePayout(inThePast(platform, tx, at), payoutId, APPROVES))
  const sentAt = later(at, 2 * HOUR)
  const sending = inThePast(platform, tx, sentAt)
  await exportBatch(sending, { by: APPROVES, payOn: dayIn(ISRAEL_ZONE, later(at, DAY)) })
  done(await markSent(sending, payoutId, reference))
  done(await confirmPayout(inThePast(platform, tx, later(at, DAY)), payoutId))
  if (returned !== undefined) done(await returnPayout(inThePast(platform, tx, later(at, 2 * DAY)), payoutId, returned))
}

/** Refunds a whole order in the gateway's console, as the nightly comparison finds it; the order as it is since then. */
export const refundInConsole = async (platform: Platform, tx: Tx, order: PastOrder, at: Date): Promise<PastOrder> => {
  const { on, paymentId, total: amount, card } = order
  const acting = inThePast(platform, tx, at)
  const charge = (await chargeRefs(tx, [paymentId])).get(paymentId)
  const reference = platform.newId()
  const refund = {
    reference,
    refundOf: charge ?? '',
    amount,
    approvalCode: card?.approval ?? '',
    last4: card?.last4 ?? '',
    brandCode: card?.brand ?? '',
    issuerCode: card?.issuer ?? '',
    acquirerCode: card?.acquirer ?? '',
    foreign: card?.foreign ?? false,
    at,
  }
  const refs =
    charge === undefined ? new Map<string, string>() : await recordSandboxTransactions(platform, tx, [refund])
  const about = { eventId: on.eventId, paymentId, amount, reason: 'לבקשת הקונים, אחרי האירוע' }
  expectDone(await recordForeignRefund(acting, tx, { ...about, ref: refs.get(reference) ?? reference, way: 'credit' }))
  const key = { eventId: on.eventId, orderId: order.id }
  expectDone(await recordReturned(acting, tx, key, { amount, reason: about.reason }, at))
  return {
    ...order,
    tickets: order.tickets.map((ticket) => ({ ...ticket, cancelledAt: at })),
    refund: { id: reference, amount, at, reason: about.reason },
  }
}
