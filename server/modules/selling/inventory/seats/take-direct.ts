import type { CartItem, SeatItem, SeatsByType } from '@kartis/domain/availability.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { SEAT_CHANNELS, type SeatChannel } from '@kartis/domain/seats.ts'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import { holdDirect, sellDirect } from '../direct-sale.ts'
import { seatingOf } from './choose-seats.ts'
import { boardFor, type Hall, lockHall } from './halls.ts'
import { seatsByOrder, type SeatsOfOrders } from './order-seats.ts'
import { numberOf } from './seat-plan.ts'
import { takeSeats } from './seats-queries.ts'

/** Tickets that a producer or a register takes without a reservation before. */
export interface DirectSale {
  readonly eventId: string
  /** Of the order to be. */
  readonly orderId: string
  /** One for each ticket type. */
  readonly items: readonly CartItem[]
  readonly seatItems: readonly SeatItem[] | undefined
  /** Whether the places of the event are numbered. */
  readonly isSeated: boolean
  /** Whose seats it may take beside those of everybody. */
  readonly channel: Exclude<SeatChannel, 'public'>
}

export interface DirectSeats {
  /** Uuids for the lines of the order. */
  readonly byType: SeatsByType
  /** For its tickets. */
  readonly ofOrder: ReturnType<SeatsOfOrders['get']>
}

const NO_SEATS: DirectSeats = { byType: new Map(), ofOrder: undefined }

/** Who names no seats gets the best there are. */
const completed = ({ plan }: Hall, { items, seatItems = [] }: DirectSale): SeatItem[] => {
  const named = new Set(seatItems.map(({ ticketTypeId }) => ticketTypeId))
  const others = items.filter(({ ticketTypeId }) => plan.categoriesOf.has(ticketTypeId) && !named.has(ticketTypeId))
  return [...seatItems, ...others.map((item, index) => ({ ...item, place: items.length + index, best: {} }))]
}

/** The own seats first where the best are asked for, so that those of everybody stay for them. */
const choose = (hall: Hall, sale: DirectSale): SeatsByType | Refusal => {
  const own = SEAT_CHANNELS.indexOf(sale.channel)
  const seatItems = completed(hall, sale)
  const cart = { items: sale.items, seatItems, byProducer: true }
  if (seatItems.every(({ seats }) => !seats)) {
    const first = seatingOf(hall, boardFor(hall, [own])).choose(cart)
    if (!isRefusal(first)) return first
  }
  return seatingOf(hall, boardFor(hall, [0, own])).choose(cart)
}

/**
 * Takes tickets at once, held or sold, with their seats where places are numbered: all of it or nothing. The seat clock is
 * locked before the counters. Refusals: `sold_out`, `not_found`, `seat_taken`, `seats_required`, `validation`.
 */
export const takeDirect = async (
  db: Db,
  tx: Tx,
  sale: DirectSale,
  state: 'held' | 'sold',
): Promise<DirectSeats | Refusal> => {
  const { eventId, orderId, items, seatItems } = sale
  const hall = sale.isSeated ? await lockHall(db, tx, eventId) : undefined
  if (sale.isSeated && !hall) return refuse('seats_required')
  const [stray] = seatItems ?? []
  if (!hall && stray) return refuseField(`items.${stray.place}.${stray.seats ? 'seat_uuids' : 'best'}`, 'unknown_field')
  const byType = hall && choose(hall, sale)
  if (isRefusal(byType)) return byType
  const stock = items.map(({ ticketTypeId, quantity }) => ({ typeId: ticketTypeId, quantity }))
  const refused = await (state === 'sold' ? sellDirect : holdDirect)(tx, eventId, stock)
  if (refused) return refused
  if (!hall || !byType) return NO_SEATS
  const rows = [...byType].flatMap(([typeId, uuids]) =>
    uuids.map((uuid) => ({ order_id: orderId, type_id: typeId, seat_no: numberOf(hall.plan, uuid) })),
  )
  await takeSeats(tx, eventId, rows, state)
  return {
    byType,
    ofOrder: seatsByOrder(
      hall,
      rows.toSorted((a, b) => a.seat_no - b.seat_no),
    ).get(orderId),
  }
}
