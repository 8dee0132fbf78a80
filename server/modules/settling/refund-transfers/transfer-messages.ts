import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { Message } from '../../../platform/notifications/notifications.ts'
import { eventNameIn, eventOf, messagesTo, readOrder } from '../../selling/orders/index.ts'
import { transferNotice } from './templates.ts'
import type { TransferRow } from './transfers-queries.ts'

type Keys = Pick<Platform['keys'], 'hmac'>

/** The token of a link: derived and not stored, so that reminders have the same link. */
export const tokenOf = (keys: Keys, { id, turn }: Pick<TransferRow, 'id' | 'turn'>): string =>
  keys.hmac('refund_transfer_link', `${id} ${turn}`)

/** What is stored of a token. */
export const tokenHash = (keys: Keys, token: string): string => keys.hmac('refund_transfer_token', token)

/** After the #, which browsers send to no server, so that no log has it. */
const linkOf = ({ keys, settings }: Platform, row: Pick<TransferRow, 'id' | 'turn'>): string =>
  `${settings.publicUrl}/order/refund#token=${tokenOf(keys, row)}`

/** What a buyer hears of a refund by bank transfer, in the language of the order. Service messages about money that is owed. */
export const transferMessages = async (
  platform: Platform,
  tx: Tx,
  row: TransferRow,
  kind: 'requested' | 'reminder' | 'received',
): Promise<Message[]> => {
  const order = await readOrder(tx, { eventId: row.event_id, orderId: row.order_id })
  if (!order) return []
  const event = await eventOf(tx, row.event_id)
  const content = transferNotice({
    kind,
    event: eventNameIn(event, order.lang),
    number: order.number,
    amount: row.amount,
    dueAt: row.due_at,
    timezone: event.timezone,
    tail: row.account_number_tail ?? '',
    link: linkOf(platform, row),
  })
  return messagesTo(order, content)
}
