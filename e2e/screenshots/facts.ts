import { updateMe } from '@kartis/contract/auth.ts'
import { createCoupon, listCoupons } from '@kartis/contract/coupons.ts'
import { type Event, listEvents } from '@kartis/contract/events.ts'
import { listForms } from '@kartis/contract/forms.ts'
import { listOrders, showOrder } from '@kartis/contract/orders.ts'
import { pay, releaseOrder, reserve, updateOrder } from '@kartis/contract/public-orders.ts'
import { listTicketTypes } from '@kartis/contract/tickets.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { joinLine, steerWaitingRoom } from '@kartis/contract/waiting-room.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { callAs } from '../fixtures/call.ts'
import { command } from '../fixtures/operator.ts'
import { newSale } from '../fixtures/events.ts'
import { atGateway, CARDS, NAMES, type Order, reserved, transferTickets, typeCard, until } from './buyers.ts'
import { keepSeatsBack, mapsOfDemo, openStadium } from './halls.ts'
import { type Choosing, directProducer, producerWithHistory, settledProducer } from './settled.ts'
import { newPerson, newPhone, newProducer, type Person, signIn } from '../fixtures/people.ts'

/** Phones of the demo's producer and of its scanner. */
const PRODUCER = '0502345678'
const SCANNER = '0502345679'
const SHOW = 'נועה שחר והלהקה: אור של נובמבר'
const COUPON = 'נובמבר20'

/** States of a waiting room that a visitor can see. */
const WAITING_ROOM_STATES = ['early', 'lobby', 'line', 'turn', 'sold_out'] as const

/** The person who sees the screen. */
export type Visitor = 'nobody' | 'producer' | 'fresh' | 'settled' | 'direct' | 'unnamed' | 'unaccounted' | 'scanner'

export type WaitingRooms = Readonly<Record<(typeof WAITING_ROOM_STATES)[number], Pick<Event, 'uuid' | 'slug'>>>

export interface Facts {
  readonly people: Readonly<Record<Exclude<Visitor, 'nobody'>, Person>>
  readonly account: string
  /** Accounts of other people. */
  readonly accounts: Readonly<Record<'settled' | 'direct', string>>
  readonly events: Readonly<Record<'on_sale' | 'last_tickets' | 'sold_out' | 'not_started' | 'running' | 'over', Event>>
  /** An event with numbered seats, half sold. */
  readonly seated: Event
  /** An event in a stadium, some blocks of which are nearly sold out. */
  readonly stadium: Event
  /** Seat maps of the demo. */
  readonly maps: Readonly<Record<'theatre' | 'stadium' | 'park', string>>
  readonly ticketType: string
  readonly form: string
  /** A coupon of the event on sale, among others. */
  readonly coupon: string
  readonly categories: readonly string[]
  /** A paid order of the event on sale. */
  readonly order: string
  /** Codes of tickets that have not entered; a test that scans one removes it from the list. */
  readonly waitingTickets: string[]
  /** Number of an order of which nobody has entered; no test scans its tickets. */
  readonly waitingOrder: string
  readonly enteredTicket: string
  /** Events with a waiting room, by the state that visitors see. */
  readonly waitingRooms: WaitingRooms
  /** Orders of a postponed event whose buyers may choose. */
  readonly choosing: Choosing
  /** Orders of buyers, in every state that the checkout shows. */
  readonly buying: Readonly<
    Record<
      'details' | 'proving' | 'coupon' | 'paying' | 'failed' | 'done' | 'released' | 'transferred' | 'offered',
      Order
    >
  >
}

const PHASES = ['on_sale', 'last_tickets', 'sold_out', 'not_started', 'running', 'over'] as const

const demoEvents = async (producer: Person): Promise<Pick<Facts, 'events' | 'seated'>> => {
  const { data } = await producer.call(listEvents, { query: { per_page: 100, with: ['categories'] } })
  const found = PHASES.map((phase) => {
    const event = data.find((listed) => listed.phase === phase && listed.kind === 'tickets')
    if (!event) throw new Error(`the demo has no event that is ${phase}`)
    return [phase, event] as const
  })
  const seated = data.find(({ kind }) => kind === 'seats')
  if (!seated) throw new Error('the demo has no event with seats')
  return { events: Object.fromEntries(found) as unknown as Facts['events'], seated }
}

/** An order of an event with a limit of tickets per phone. */
const limited = async (lang: Lang): Promise<Order> => {
  const { event, types } = await newSale({ event: { name: SHOW, settings: { limit_per_phone: 4 } } })
  return reserved(event.uuid, types[0]?.uuid ?? '', lang)
}

/** Orders of a buyer who uses this language. Their holds last ten minutes. */
export const ordersIn = async (lang: Lang, event: string, type: string): Promise<Facts['buying']> => {
  const details = await reserved(event, type, lang)
  const paying = await atGateway(event, type, lang)
  const failed = await atGateway(event, type, lang)
  await typeCard(failed.url, CARDS.declined)
  await until(failed, (_, payment) => payment === 'declined')
  const done = await atGateway(event, type, lang)
  await typeCard(done.url, CARDS.good)
  await until(done, (status) => status === 'paid')
  const released = await reserved(event, type, lang)
  await callAs({ order: released.token })(releaseOrder, { params: { uuid: released.uuid } })
  const coupon = await reserved(event, type, lang, { coupon: COUPON })
  return {
    details,
    proving: await limited(lang),
    coupon,
    paying,
    failed,
    done,
    released,
    ...(await transferTickets(event, type, lang)),
  }
}

/** Buys a free ticket of an event. */
const buyFree = async (event: string, type: string): Promise<void> => {
  const call = callAs()
  const items = [{ events_ticket_uuid: type, quantity: 1 }]
  const { data } = await call(reserve, { body: { event_uuid: event, items } })
  const own = callAs({ order: data.token })
  const params = { uuid: data.uuid }
  await own(updateOrder, { params, body: { name: NAMES.he, phone: newPhone() } })
  await own(pay, { params, body: {} })
}

/** Releases the holds that the screenshots needed. */
export const releaseOrders = async ({ details, coupon, paying, failed }: Facts['buying']): Promise<void> => {
  for (const order of [details, coupon, paying, failed])
    await callAs({ order: order.token })(releaseOrder, { params: { uuid: order.uuid } }).catch(() => undefined)
}

/** Paid orders of an event with their valid tickets, as far as the first page goes. */
const ticketsOf = async (producer: Person, event: string) => {
  const { data } = await producer.call(listOrders, {
    query: { filter: { event_uuid: event, status: 'paid' }, per_page: 60 },
  })
  const shown = await Promise.all(
    data.map(({ uuid }) => producer.call(showOrder, { params: { uuid }, query: { with: ['tickets'] } })),
  )
  return shown.map(({ data: { number, tickets = [] } }) => ({
    number,
    tickets: tickets.filter(({ status }) => status === 'valid'),
  }))
}

/** Those of tonight's event who wait and who have entered. */
const peopleOfTonight = async (
  producer: Person,
  event: string,
): Promise<Pick<Facts, 'waitingTickets' | 'waitingOrder' | 'enteredTicket'>> => {
  const orders = await ticketsOf(producer, event)
  const entered = ({ redemption }: { redemption: string }) => redemption === 'redeemed'
  const waiting = orders.find(({ tickets }) => tickets.length > 0 && !tickets.some(entered))
  const others = orders.filter((order) => order !== waiting).flatMap(({ tickets }) => tickets)
  const waitingTickets = others.filter((ticket) => !entered(ticket)).map(({ code }) => code)
  const enteredTicket = others.find(entered)?.code
  if (!waiting || waitingTickets.length < 8 || !enteredTicket) throw new Error('there are no such tickets tonight')
  return { waitingOrder: waiting.number, waitingTickets: waitingTickets.slice(0, 8), enteredTicket }
}

const inAccount = (person: Person, account: string): Person => ({
  ...person,
  call: callAs({ token: person.token, account }),
})

const accountOf = async (person: Person): Promise<string> => {
  const { data } = await person.call(updateMe, { body: {} })
  const [account] = data.accounts
  if (!account) throw new Error('the demo producer has no account')
  return account.uuid
}

const inMinutes = (count: number): string => new Date(Date.now() + count * 60_000).toISOString()

/** Fills the queue before the visitors under test. */
const crowd = async (uuid: string, count: number): Promise<void> => {
  await Promise.all(
    Array.from({ length: count }, (_, person) =>
      callAs()(joinLine, { params: { uuid }, body: { device: `somebody-before-${String(person).padStart(6, '0')}` } }),
    ),
  )
}

/** Charges of orders that are disputed: one waits for evidence, one for the card company, one is lost. */
const disputeOrders = async (orders: readonly { readonly number: string }[]): Promise<void> => {
  const notices = [
    ['7731904', 'לא ביצעתי את העסקה'],
    ['7731688', 'השירות לא סופק'],
    ['7729015', 'חיוב כפול'],
  ] as const
  for (const [index, [reference, reason]] of notices.entries()) {
    const about = ['--order', orders[index]?.number ?? '', '--ref', reference, '--reason', reason, '--by', 'Dana']
    const [, id] = /^Dispute (\S+),/u.exec(await command('disputes', 'note', ...about)) ?? []
    if (id === undefined) throw new Error(`the dispute ${reference} was not noted`)
    if (index > 0) await command('disputes', 'sent', id, '--by', 'Dana')
    if (index > 1) await command('disputes', 'lost', id, '--by', 'Dana')
  }
}

/** Events with waiting rooms, each in a state that lasts for the whole run. */
const openWaitingRooms = async (): Promise<WaitingRooms> => {
  const made = await Promise.all(
    WAITING_ROOM_STATES.map(async (state) => {
      const types = [{ price: 0, sum_total_available: state === 'sold_out' ? 1 : 400 }]
      const { producer, event, types: sold } = await newSale({ event: { name: SHOW }, types })
      const input = { mode: 'on' as const, work_bits: 0 }
      const steer = (body: BodyIn<typeof steerWaitingRoom>) =>
        producer.call(steerWaitingRoom, { params: { uuid: event.uuid }, body: { ...input, ...body } })
      if (state === 'sold_out') await buyFree(event.uuid, sold[0]?.uuid ?? '')
      if (state === 'early') await steer({ opens_at: inMinutes(26 * 60) })
      if (state === 'lobby') await steer({ opens_at: inMinutes(50) })
      if (state === 'turn') await steer({ most_inside: 20_000 })
      if (state === 'line') await steer({ pace: 1, most_inside: 2 })
      if (state === 'sold_out') await steer({})
      if (state === 'lobby' || state === 'line') await crowd(event.uuid, 120)
      return [state, event] as const
    }),
  )
  return Object.fromEntries(made) as unknown as WaitingRooms
}

/** Creates coupons of each kind, unless the event already has coupons. */
const openCoupons = async (producer: Person, event: string, type: string): Promise<string> => {
  const query = { filter: { event_uuid: event } }
  const made = await producer.call(listCoupons, { query })
  const coupons: readonly Omit<BodyIn<typeof createCoupon>, 'event_uuid'>[] = [
    { code: 'EARLY10', value: 10, active: false },
    { code: 'צוות', kind: 'price', value: 0, max_uses: 10, max_tickets: 2 },
    { code: 'FRIENDS', kind: 'amount', value: 30, events_ticket_uuids: [type], ends_at: inMinutes(3 * 24 * 60) },
    { code: COUPON, kind: 'percent', value: 20, max_uses: 200 },
  ]
  if (made.data.length === 0)
    for (const input of coupons)
      await producer.call(createCoupon, { body: { event_uuid: event, ...input } }).catch(() => undefined)
  const { data } = await producer.call(listCoupons, { query })
  return data.find(({ code }) => code === 'FRIENDS')?.uuid ?? ''
}

/** Facts that do not depend on the language. With a `history` the settled producer has lists of some length. */
export const gatherFacts = async ({ history = false } = {}): Promise<Omit<Facts, 'buying'>> => {
  const signedIn = await signIn(PRODUCER)
  const account = await accountOf(signedIn)
  const producer = inAccount(signedIn, account)
  const scanner = inAccount(await signIn(SCANNER), account)
  const [fresh, settled, direct] = await Promise.all([
    newProducer(),
    history ? producerWithHistory() : settledProducer(),
    directProducer(),
  ])
  const people = {
    producer,
    scanner,
    fresh,
    settled,
    direct,
    unaccounted: await newPerson(),
    unnamed: await signIn(newPhone()),
  }
  const { events, seated } = await demoEvents(producer)
  await keepSeatsBack(producer, seated)
  const stadium = await openStadium(settled)
  const types = await producer.call(listTicketTypes, { query: { filter: { event_uuid: events.on_sale.uuid } } })
  const forms = await producer.call(listForms, { query: {} })
  const paid = { event_uuid: events.on_sale.uuid, status: 'paid' } as const
  const orders = await producer.call(listOrders, { query: { filter: paid } })
  // The first ones: what tests buy meanwhile changes the last.
  const first = await producer.call(listOrders, { query: { sort: 'number', filter: paid } })
  await disputeOrders(first.data.filter(({ channel, total_amount: total }) => channel === 'online' && total > 0))
  // Orders of pictures are made anew every few minutes by each worker: of the type that has the most left.
  const onSale = types.data.filter((ticket) => ticket.sale_state === 'on_sale')
  const ticketType = onSale.toSorted((a, b) => b.left - a.left)[0]?.uuid ?? ''
  return {
    people,
    choosing: settled.choosing,
    account,
    accounts: { settled: settled.account, direct: direct.account },
    events,
    seated,
    stadium,
    maps: await mapsOfDemo(producer),
    ticketType,
    coupon: await openCoupons(producer, events.on_sale.uuid, ticketType),
    form: forms.data[0]?.uuid ?? '',
    categories: (events.on_sale.categories ?? []).map(({ uuid }) => uuid),
    order: orders.data[0]?.uuid ?? '',
    ...(await peopleOfTonight(producer, events.running.uuid)),
    waitingRooms: await openWaitingRooms(),
  }
}

/** Sets the language of every signed-in person. */
export const setEveryonesLanguage = async ({ people }: Pick<Facts, 'people'>, lang: Lang): Promise<void> => {
  for (const person of Object.values(people)) await person.call(updateMe, { body: { settings: { language: lang } } })
}
