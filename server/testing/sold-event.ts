import { sendInvitation } from '@kartis/contract/invitations.ts'
import { cancelOrder, showOrder } from '@kartis/contract/orders.ts'
import type { CardBucket } from '@kartis/domain/card-bucket.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { noteDispute } from '../modules/settling/disputes/index.ts'
import { registerFor, shiftOf, sold } from './box-office.ts'
import { couponOf, reserveWithCoupon } from './coupons.ts'
import { as, eventOnSale, ticketTypeOf } from './events.ts'
import type { TestGateway } from './gateway.ts'
import { atGateway, deliverWebhook, reserved, withDetails } from './orders.ts'
import { newPhone, type Producer } from './people.ts'
import type { World } from './world.ts'

/**
 * What the gateway and the register have taken and given back, and nothing else, says what every screen and file must show of
 * an event: the fees are computed here from the contract in plain integers, apart from the code of the reports.
 */
export interface Oracle {
  /** Agorot that stay of cards, by kind. */
  readonly cards: Record<CardBucket, number>
  cash: number
  free: number
  disputed: number
  /** What stays of cancelled tickets. */
  retained: number
}

export interface SoldEvent {
  readonly feePayer: 'producer' | 'buyers'
  readonly event: { uuid: string; name: string; starts_at: string; ends_at: string }
  readonly oracle: Oracle
}

const PERCENTS: Readonly<Record<CardBucket, bigint>> = { regular: 500n, special: 500n, tourist: 750n }
const VAT = 1800n
const FREE_TICKET = 150
/** Half up, of whole numbers. */
const share = (sum: number, bp: bigint): number => Number((2n * BigInt(sum) * bp + 10_000n) / 20_000n)

/** What reports, statements and files must say of it. Agorot. */
export const expectedOf = ({ cards, cash, free, disputed }: Oracle) => {
  const sales = cards.regular + cards.special + cards.tourist
  const clearing = (['regular', 'special', 'tourist'] as const).map((kind) => share(cards[kind], PERCENTS[kind]))
  const cardFees = clearing.reduce((sum, fee) => sum + fee, 0)
  const tickets = free * FREE_TICKET
  const vat = share(cardFees + tickets, VAT)
  return { revenue: sales + cash, sales, cardFees, tickets, vat, net: sales - cardFees - tickets - vat - disputed }
}

interface Sale {
  readonly world: World
  readonly gateway: TestGateway
  readonly owner: Producer
  readonly event: { readonly uuid: string }
  readonly oracle: Oracle
}

const buy = async (
  { world, gateway, event, oracle }: Sale,
  typeId: string,
  quantity: number,
  { coupon, bucket = 'regular' }: { coupon?: string; bucket?: CardBucket } = {},
) => {
  const order = coupon
    ? (await reserveWithCoupon(world, event.uuid, { [typeId]: quantity }, coupon)).body.data
    : await reserved(world, event.uuid, { [typeId]: quantity })
  await withDetails(world, order)
  const payment = await atGateway(world, order)
  const amount = toAgorot(order.total_amount)
  gateway.charge(payment, amount)
  await deliverWebhook(world, { payment })
  await world.db.updateTable('payments').set({ bucket }).where('id', '=', payment).execute()
  oracle.cards[bucket] += amount
  return { order, payment, bucket, amount }
}

const cancelSome = async (
  { world, gateway, owner, oracle }: Sale,
  { order, payment, bucket }: Awaited<ReturnType<typeof buy>>,
  count: number,
  body: { refund: boolean; fee?: 'keep' },
): Promise<void> => {
  const params = { uuid: order.uuid }
  const shown = await world.call(showOrder, { ...as(owner), params, query: { with: ['tickets'] } })
  const tickets = (shown.body.data.tickets ?? []).slice(0, count)
  const uuids = tickets.map(({ uuid }) => uuid)
  const paid = tickets.reduce((sum, { price }) => sum + toAgorot(price), 0)
  const before = gateway.refunds.length
  const answer = await world.call(cancelOrder, { ...as(owner), params, body: { ...body, ticket_uuids: uuids } })
  if (answer.error) throw new Error(answer.text)
  await world.platform.jobs.drain()
  for (const refund of gateway.refunds.slice(before)) {
    if (refund.paymentId !== payment) throw new Error('another payment was refunded')
    oracle.cards[bucket] -= refund.amount
  }
  // 5% in favour of the buyer and at most 100.00; without a refund all of it.
  if (!body.refund) oracle.retained += paid
  else if (body.fee === 'keep') oracle.retained += Math.min(Math.floor(paid / 20), 100_00)
}

/** An event with sales of every kind, and with whatever can happen to them. */
export const soldEvent = async (
  at: Pick<Sale, 'world' | 'gateway' | 'owner'>,
  feePayer: SoldEvent['feePayer'],
): Promise<SoldEvent> => {
  const { world, owner } = at
  const oracle: Oracle = { cards: { regular: 0, special: 0, tourist: 0 }, cash: 0, free: 0, disputed: 0, retained: 0 }
  const made = await eventOnSale(world, owner, {
    event: { settings: { fee_payer: feePayer } },
    type: { name: 'רגיל', price: 100 },
  })
  const each: Sale = { ...at, event: made.event, oracle }
  const balcony = await ticketTypeOf(world, owner, made.event, { name: 'יציע', price: 33.33 })
  const cash = await ticketTypeOf(world, owner, made.event, { name: 'קופה', price: 50 })
  const guests = await ticketTypeOf(world, owner, made.event, { name: 'אורחים', price: 0, type: 'producer' })
  await couponOf(world, owner, made.event)
  await couponOf(world, owner, made.event, { code: 'ODD', value: 17 })
  await cancelSome(each, await buy(each, made.type.uuid, 4, { coupon: 'TEN' }), 1, { refund: true, fee: 'keep' })
  await cancelSome(each, await buy(each, balcony.uuid, 3, { coupon: 'ODD', bucket: 'tourist' }), 1, { refund: true })
  await cancelSome(each, await buy(each, balcony.uuid, 2, { bucket: 'special' }), 2, { refund: true, fee: 'keep' })
  await cancelSome(each, await buy(each, made.type.uuid, 2), 1, { refund: false })
  await buy(each, balcony.uuid, 5, { coupon: 'TEN', bucket: 'special' })
  const disputed = await buy(each, made.type.uuid, 1, { coupon: 'ODD' })
  await world.handleEvents()
  const noted = await noteDispute(world.platform, {
    paymentId: disputed.payment,
    reference: 'C1',
    reason: '',
    by: 'Dana',
  })
  if ('problem' in noted) throw new Error(noted.problem)
  oracle.disputed += disputed.amount
  // Two at what the buyer pays: 50.00, with the service fee 53.14.
  const price = feePayer === 'buyers' ? 53.14 : 50
  const register = await registerFor(world, owner)
  await shiftOf(world, register)
  const bought = await sold(
    world,
    register,
    { event: made.event, type: { ...cash, price } },
    { quantity: 2, received: 200 },
  )
  oracle.cash += toAgorot(bought.total_amount)
  const invited = await world.call(sendInvitation, {
    ...as(owner),
    params: { uuid: made.event.uuid },
    body: {
      recipient: { name: 'דנה כהן', phone: newPhone() },
      items: [{ events_ticket_uuid: guests.uuid, quantity: 3 }],
    },
  })
  if (invited.error) throw new Error(invited.text)
  oracle.free += 3
  return { feePayer, event: made.event, oracle }
}
