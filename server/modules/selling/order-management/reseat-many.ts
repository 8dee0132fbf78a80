import type { BodyOf, ReplyOf } from '@kartis/contract/endpoint.ts'
import { MAX_RESEATED, type ReseatedOrder, type reseatMany as contract } from '@kartis/contract/reseats.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { seatNamesIn } from '../../catalogue/seating/index.ts'
import { type MovePlanner, planMoves } from '../inventory/index.ts'
import { reseatOrder } from './reseat-order.ts'
import { type SeatedTicketRow, ticketsOfOrders, ticketsOfSeats } from './reseat-queries.ts'

type Body = BodyOf<typeof contract>
type Result = ReplyOf<typeof contract>['data']

/** What one order would get: each of its tickets with the uuid of a seat, or none where nothing fits. */
interface Planned {
  readonly orderId: string
  readonly tickets: readonly SeatedTicketRow[]
  readonly to: readonly (string | undefined)[]
  readonly refusal?: Refusal | undefined
}

const byOrder = (tickets: readonly SeatedTicketRow[]): SeatedTicketRow[][] => [
  ...Map.groupBy(tickets, (ticket) => ticket.order_id).values(),
]

const planOne = (
  planner: MovePlanner,
  tickets: readonly SeatedTicketRow[],
  to: readonly (string | undefined)[],
  frees: boolean,
) => {
  const moves = tickets.flatMap(({ ticket_type_id: typeId, seat_no: from }, index) => {
    const seat = to[index]
    return seat === undefined ? [] : [{ typeId, from, to: seat }]
  })
  return moves.length < tickets.length ? refuse('sold_out') : planner.plan(moves, frees)
}

/** Each order gets the nearest seats together; large parties choose first, for they find the fewest. */
const planNearest = (planner: MovePlanner, tickets: readonly SeatedTicketRow[]): Planned[] =>
  byOrder(tickets)
    .toSorted((a, b) => b.length - a.length)
    .map((own) => {
      const seats = own.map(({ ticket_type_id: typeId, seat_no: seatNo }) => ({ typeId, seatNo }))
      const to: readonly (string | undefined)[] = planner.nearest(seats) ?? own.map(() => undefined)
      return { orderId: own[0]?.order_id ?? '', tickets: own, to, refusal: planOne(planner, own, to, false) }
    })

const planNamed = (
  planner: MovePlanner,
  tickets: readonly SeatedTicketRow[],
  orders: NonNullable<Body['orders']>,
): Planned[] =>
  orders.map(({ order_uuid: orderId, moves }) => {
    const found = moves.flatMap(({ ticket_uuid: uuid, seat_uuid: to }) => {
      const ticket = tickets.find(({ id, order_id: of }) => id === uuid.toLowerCase() && of === orderId.toLowerCase())
      return ticket ? [{ ticket, to }] : []
    })
    const own = found.map(({ ticket }) => ticket)
    const to = found.map((move) => move.to)
    const isWhole = found.length === moves.length && new Set(own).size === own.length
    return { orderId, tickets: own, to, refusal: isWhole ? planOne(planner, own, to, true) : refuse('not_found') }
  })

type InLanguage = <S extends { section: string; row: string }>(seat: S) => S

const view = (planned: Planned, planner: MovePlanner, inLanguage: InLanguage, state: ReseatedOrder['state']) => {
  const { orderId, tickets, to } = planned
  const [first] = tickets
  return {
    order_uuid: orderId,
    number: first?.order_number ?? '',
    name: first?.buyer_name ?? null,
    state,
    code: null,
    moves: tickets.map((ticket, index) => {
      const seat = planner.printed(to[index] ?? '')
      return {
        ticket_uuid: ticket.id,
        number: ticketNumber(ticket.order_number, ticket.position),
        from: inLanguage(ticket.seat),
        to: seat ? inLanguage(seat) : null,
      }
    }),
  }
}

interface Request {
  readonly accountId: string
  readonly eventId: string
  readonly userId: string
  readonly lang: Lang
  readonly now: Date
}

const plannedOf = async (
  { db }: Platform,
  planner: MovePlanner,
  eventId: string,
  { seat_uuids: seats, orders }: Body,
): Promise<Planned[] | Refusal> => {
  if ((seats === undefined) === (orders === undefined)) return refuseField('seat_uuids', 'required')
  if (orders) {
    const ids = orders.map(({ order_uuid: uuid }) => uuid.toLowerCase())
    if (new Set(ids).size < ids.length) return refuseField('orders', 'duplicate')
    return planNamed(planner, await ticketsOfOrders(db, eventId, ids), orders)
  }
  const numbers = (seats ?? []).map((uuid) => planner.numberOf(uuid))
  const unknown = numbers.indexOf(undefined)
  if (unknown >= 0) return refuseField(`seat_uuids.${unknown}`, 'unknown_seat')
  const tickets = await ticketsOfSeats(
    db,
    eventId,
    numbers.filter((number) => number !== undefined),
  )
  if (byOrder(tickets).length > MAX_RESEATED.orders) return refuseField('seat_uuids', 'too_many')
  return planNearest(planner, tickets)
}

/** How many seats moves leave that none of them takes. */
const freedBy = (orders: readonly ReseatedOrder[]): number => {
  const moves = orders.flatMap((order) => order.moves)
  const taken = new Set(moves.flatMap(({ to }) => to?.uuid ?? []))
  return moves.filter(({ from }) => !taken.has(from.uuid)).length
}

/**
 * Gives tickets of many orders other seats: each order as a whole or not at all, in a transaction of its own, with one message
 * to its buyer. An order whose seats somebody else took meanwhile is refused alone. `order_state` for an event without
 * seats, `validation`.
 */
export const reseatMany = async (platform: Platform, body: Body, request: Request): Promise<Result | Refusal> => {
  const { accountId, eventId, userId, lang, now } = request
  const planner = await planMoves(platform.db, eventId)
  if (!planner) return refuse('order_state')
  const planned = await plannedOf(platform, planner, eventId, body)
  if (isRefusal(planned)) return planned
  const namesOf = await seatNamesIn(platform.db, [eventId], lang)
  const inLanguage: InLanguage = (seat) => namesOf(eventId, seat)
  const requested = planned.flatMap(({ to }) => to.filter((seat) => seat !== undefined))
  const by = { userId, now, freed: body.freed, requested }
  const orders: ReseatedOrder[] = []
  for (const each of planned) {
    const key = { accountId, eventId, orderId: each.orderId }
    const moves = each.tickets.map(({ id }, index) => ({ ticket_uuid: id, seat_uuid: each.to[index] ?? '' }))
    const refused = each.refusal ?? (body.dry_run ? undefined : await reseatOrder(platform, key, moves, by))
    const state = refused ? 'refused' : body.dry_run ? 'ready' : 'moved'
    orders.push({ ...view(each, planner, inLanguage, state), code: refused?.refusal ?? null })
  }
  const of = (state: ReseatedOrder['state']) => orders.filter((order) => order.state === state)
  const done = [...of('ready'), ...of('moved')]
  return {
    dry_run: body.dry_run,
    counts: {
      ready: of('ready').length,
      moved: of('moved').length,
      refused: of('refused').length,
      tickets: done.reduce((sum, { moves }) => sum + moves.length, 0),
      freed: freedBy(done),
    },
    freed: body.freed,
    orders,
  }
}
