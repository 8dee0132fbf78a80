import type { Refusal } from '@kartis/domain/refusal.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { sellDirect } from '../inventory/index.ts'
import { type GivenLine, insertGivenOrder } from '../orders/index.ts'
import { issueTickets } from '../ticketing/index.ts'
import { recordOrderChange } from '../orders/index.ts'
import { orderToken, tokenHash } from '../orders/index.ts'
import { type OrderRow, stockOf } from '../orders/index.ts'

export interface Gift {
  readonly eventId: string
  readonly accountId: string
  /** Of one ticket type each. */
  readonly lines: readonly GivenLine[]
  readonly recipient: { readonly name: string; readonly phone: string }
  readonly lang: string
  readonly userId: string
}

/**
 * Tickets that nobody pays for, whatever their type costs: an order of its own, paid from the start, its stock taken and
 * its tickets issued in the caller's transaction. `sold_out` names what is left. The caller sends them.
 */
export const giveTickets = async (platform: Platform, tx: Tx, gift: Gift, now: Date): Promise<OrderRow | Refusal> => {
  const { eventId, lines } = gift
  const refused = await sellDirect(tx, eventId, stockOf(lines))
  if (isRefusal(refused)) return refused
  const id = platform.newId()
  const order = await insertGivenOrder(
    tx,
    {
      eventId,
      accountId: gift.accountId,
      id,
      tokenHash: tokenHash(platform.keys, orderToken(platform.keys, eventId, id)),
      ...gift.recipient,
      lang: gift.lang,
      now,
    },
    lines,
  )
  await issueTickets(
    platform,
    tx,
    eventId,
    [{ orderId: id, lines: lines.map((line) => ({ ...line, unit_price: 0 })) }],
    now,
  )
  await recordOrderChange(platform, tx, order, 'invited', now, { userId: gift.userId })
  return order
}
