import { later, MINUTE } from './calendar.ts'
import type { PastOrder } from './history.ts'
import { giveDetails, type Platform, requestForRefused, tokenOf, type Tx } from './server.ts'
import { expectDone } from './people.ts'

/** The account that the buyer of the first refused refund has given; its check digits are right. */
const DETAILS = { bank_number: 12, bank_branch_number: '605', bank_account_number: '409317' } as const

/** Buyers whose refund the card company refused are requested for a bank account, as after a real refusal; the first has given one. */
export const requestBankDetails = async (platform: Platform, tx: Tx, orders: readonly PastOrder[]): Promise<void> => {
  const refused = orders.filter(({ refund }) => refund?.isRefused)
  for (const [place, { on, refund, buyer }] of refused.entries()) {
    if (!refund) continue
    const requestedAt = later(refund.at, MINUTE)
    const [transfer] = await requestForRefused(
      platform,
      tx,
      [{ eventId: on.eventId, refundId: refund.id }],
      requestedAt,
    )
    if (!transfer || place > 0) continue
    const given = { token: tokenOf(platform.keys, transfer), holder_name: buyer.name, ...DETAILS }
    expectDone(await giveDetails(platform, given, later(requestedAt, 40 * MINUTE)))
  }
}
