import { cancelOrder } from '@kartis/contract/orders.ts'
import { updateAccount } from '@kartis/contract/accounts.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { orderCalendar, pay, reserve, showBuyerOrder, ticketsPdf, updateOrder } from '@kartis/contract/public-orders.ts'
import { orderWallet } from '@kartis/contract/wallet-passes.ts'
import { laneOf } from '@kartis/domain/lanes.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../../testing/events.ts'
import { freeOrder, holding, reserved } from '../../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../../testing/people.ts'
import { openWorld, type World } from '../../../../testing/world.ts'
import { organiserOf } from '../../../people/accounts/index.ts'
import { anyEventRow, artistNamesIn } from '../../../catalogue/events/index.ts'
import { typeNamesIn } from '../../../catalogue/ticket-types/index.ts'
import { readOrder } from '../../orders/orders-queries.ts'
import { readTickets } from '../tickets-queries.ts'
import { passSheet } from './pass-content.ts'
import { qrPath } from './qr-path.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const bought = async (quantity: number) => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
  return { event, order: await freeOrder(world, event.uuid, { [type.uuid]: quantity }) }
}

const pagesOf = (pdf: Buffer): number => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length

const printed = (order: { uuid: string; token: string }, query: Record<string, string> = {}) =>
  world.call(ticketsPdf, { ...holding(order), query })

describe('the PDF of an order’s tickets', () => {
  it('has a page for each ticket, in the reader’s language', async () => {
    const { order } = await bought(3)
    const answer = await printed(order, { lang: 'ar' })
    expect(answer.headers['content-type']).toBe('application/pdf')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pagesOf(answer.bytes)).toBe(3)
    expect(answer.bytes.toString('latin1')).toContain('/Lang (ar)')
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(`تذاكر ${order.number}.pdf`)
  })

  it('is rendered once for one state of the order, and anew after a change', async () => {
    const { order } = await bought(2)
    const all = await Promise.all(Array.from({ length: 20 }, () => printed(order)))
    // Each rendering has a time and an identifier of its own.
    for (const { bytes } of all) expect(bytes.equals(all[0]?.bytes ?? Buffer.of())).toBe(true)
    await world.call(cancelOrder, {
      ...as(owner),
      params: { uuid: order.uuid },
      body: { refund: false, ticket_uuids: order.tickets.slice(0, 1).map(({ uuid }) => uuid) },
    })
    expect(pagesOf((await printed(order)).bytes)).toBe(1)
  })

  it('opens from a link with the token and from no other', async () => {
    const { order } = await bought(1)
    const path = `/api/v1/public/orders/${order.uuid}/tickets.pdf`
    expect((await world.http('GET', `${path}?token=${order.token}`)).status).toBe(200)
    expect((await world.http('GET', path)).status).toBe(401)
    const { order: other } = await bought(1)
    expect((await world.http('GET', `${path}?token=${other.token}`)).status).toBe(404)
  })

  it('leaves cancelled tickets out, and is refused when no ticket is valid', async () => {
    const { event, order } = await bought(2)
    const cancel = (ticket_uuids?: string[]) =>
      world.call(cancelOrder, {
        ...as(owner),
        params: { uuid: order.uuid },
        body: { refund: false, ...(ticket_uuids && { ticket_uuids }) },
      })
    await cancel(order.tickets.slice(0, 1).map(({ uuid }) => uuid))
    expect(pagesOf((await printed(order)).bytes)).toBe(1)
    await cancel()
    expect((await printed(order)).error?.code).toBe('order_state')
    const cart = await reserved(world, event.uuid, { [order.items[0]?.events_ticket_uuid ?? '']: 1 })
    expect((await printed(cart)).error?.code).toBe('order_state')
  })

  it('answers a browser with a page that leads to the order, and a program with JSON', async () => {
    const { event, order } = await bought(1)
    const cart = await reserved(world, event.uuid, { [order.items[0]?.events_ticket_uuid ?? '']: 1 })
    await world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body: { refund: false } })
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'he' }
    const file = ({ uuid, token }: { uuid: string; token: string }, name: string) =>
      world.http('GET', `/api/v1/public/orders/${uuid}/${name}?token=${token}`, undefined, { headers })
    for (const name of ['tickets.pdf', 'calendar.ics']) {
      const page = await file(order, name)
      expect(page.status).toBe(409)
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(page.headers['content-security-policy']).toContain("style-src 'unsafe-inline'")
      expect(page.text).toContain('<h1>אין כרטיסים בתוקף בהזמנה הזו</h1>')
      expect(page.text).toContain(`href="/order/tickets/${order.uuid}?token=${order.token}"`)
      expect((await file(cart, name)).text).toContain('<h1>הכרטיסים עדיין לא מוכנים</h1>')
    }
    const stranger = await file({ uuid: order.uuid, token: 'x"><b>' }, 'tickets.pdf')
    expect(stranger.status).toBe(404)
    expect(stranger.text).not.toContain('"><b>')
    const json = await world.http('GET', `/api/v1/public/orders/${order.uuid}/tickets.pdf?token=${order.token}`)
    expect(json.headers['content-type']).toContain('application/json')
  })

  it('is rendered for many requests at once', async () => {
    const { order } = await bought(1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => printed(order)))
    expect(answers.every((answer) => answer.status === 200 && pagesOf(answer.bytes) === 1)).toBe(true)
  })

  it('shows holder, time, place, price and seller, without characters that the font lacks', async () => {
    const { order } = await bought(2)
    const key = { eventId: order.tickets.length > 0 ? await eventIdOf(order) : '', orderId: order.uuid }
    const [row, event] = [await readOrder(world.db, key), await anyEventRow(world.db, key.eventId)]
    if (!row || !event) throw new Error('no order')
    const tickets = await readTickets(world.db, key.eventId, key.orderId)
    const organiser = await organiserOf(world.db, row.account_id, 'he')
    const facts = { order: row, event, tickets, organiser, artists: [], banner: undefined, colour: '#123456' }
    const sheet = await passSheet(world.platform, facts, 'he')
    expect(sheet).toMatchObject({ rightToLeft: true, event: event.name, colour: '#123456', author: owner.account.name })
    expect(sheet.pages.map(({ code }) => code)).toEqual(order.tickets.map(({ code }) => code))
    expect(sheet.pages.map(({ number }) => number)).toEqual([`${order.number}-1`, `${order.number}-2`])
    expect(JSON.stringify(sheet)).not.toContain(order.tickets[0]?.uuid)
    expect(sheet.pages.map(({ placeOf }) => placeOf)).toEqual(['כרטיס 1 מתוך 2', 'כרטיס 2 מתוך 2'])
    const labels = sheet.pages[0]?.facts.map(({ label }) => label)
    expect(labels).toEqual(['מתי', 'על שם', 'סוג הכרטיס', 'מחיר', 'הזמנה'])
    expect(sheet.seller.join(' ')).toContain('515308203')
    expect(JSON.stringify(sheet)).not.toMatch(/[\u2066-\u2069]/)
  })

  it('shows event, place, ticket type and seller in the language of the reader, on paper and in the message', async () => {
    const inLang = (
      lang: 'en' | 'ar',
      [event, place, street, type, seller, accessibility, artist]: readonly string[],
    ) => ({
      event: { [lang]: { name: event, address_description: place, address_street: street, accessibility } },
      artist: { [lang]: { name: artist } },
      type: { [lang]: { name: type } },
      seller: { [lang]: { name: seller, vat_name: seller } },
    })
    const english = inLang('en', [
      'Night',
      'Dock Hall',
      'Quay',
      'Standing',
      'Stage Ltd',
      'A lift at the entrance',
      'Noa Shahar',
    ])
    const arabic = inLang('ar', ['ليلة', 'قاعة الرصيف', 'الرصيف', 'وقوف', 'المسرح', 'مصعد عند المدخل', 'نوعا شاحر'])
    const both = (part: 'event' | 'type' | 'seller' | 'artist') => ({ ...english[part], ...arabic[part] })
    const params = { uuid: owner.account.uuid }
    await world.call(updateAccount, { token: owner.token, params, body: { texts: both('seller') } })
    const { event, type } = await eventOnSale(world, owner, {
      event: {
        texts: both('event'),
        artists: [{ name: 'נועה שחר', texts: both('artist') }],
        settings: { accessibility: 'מעלית בכניסה' },
      },
      type: { price: 0, texts: both('type') },
    })
    const lang = 'en'
    const body = { event_uuid: event.uuid, items: [{ events_ticket_uuid: type.uuid, quantity: 1 }] }
    const order = (await world.call(reserve, { body, lang })).body.data
    const buyer = { name: 'Dana Cohen', phone: newPhone(), email: 'dana@example.com' }
    await world.call(updateOrder, { ...holding(order), body: buyer, lang })
    await world.call(pay, { ...holding(order), lang })
    const key = { eventId: event.uuid, orderId: order.uuid }
    const [row, at] = [await readOrder(world.db, key), await anyEventRow(world.db, event.uuid)]
    if (!row || !at) throw new Error('no order')
    const sheetIn = async (lang: Lang) => {
      const [organiser, names, artists] = [
        await organiserOf(world.db, row.account_id, lang),
        await typeNamesIn(world.db, [event.uuid], lang),
        await artistNamesIn(world.db, event.uuid, lang),
      ]
      const tickets = (await readTickets(world.db, event.uuid, order.uuid)).map((ticket) => ({
        ...ticket,
        name: names(ticket.ticket_type_id, ticket.name),
      }))
      const facts = { order: row, event: at, tickets, organiser, artists, banner: undefined, colour: undefined }
      return passSheet(world.platform, facts, lang)
    }
    expect(await sheetIn('en')).toMatchObject({ event: 'Night', place: 'Dock Hall, Quay 14, Tel Aviv-Yafo' })
    expect(await sheetIn('en')).toMatchObject({
      artists: 'Noa Shahar',
      accessibility: 'Accessibility: A lift at the entrance',
    })
    expect((await sheetIn('en')).seller[0]).toContain('Stage Ltd')
    expect(JSON.stringify({ ...(await sheetIn('en')), brand: '' })).not.toMatch(/\p{Script=Hebrew}/u)
    expect(await sheetIn('ar')).toMatchObject({ event: 'ليلة', place: 'قاعة الرصيف، الرصيف 14، تل أبيب-يافا' })
    expect(JSON.stringify({ ...(await sheetIn('ar')), brand: '' })).not.toMatch(/\p{Script=Hebrew}/u)
    expect(await sheetIn('he')).toMatchObject({ event: event.name })
    await world.handleEvents()
    const sent = await world.db
      .selectFrom('messages')
      .select(['text', 'subject'])
      .where('order_id', '=', order.uuid)
      .execute()
    expect(sent.some(({ text }) => text.includes('Dock Hall, Quay 14, Tel Aviv-Yafo'))).toBe(true)
    expect(JSON.stringify(sent)).not.toMatch(/\p{Script=Hebrew}/u)
  })
})

const eventIdOf = async (order: { uuid: string }): Promise<string> =>
  (await world.db.selectFrom('orders').select('event_id').where('id', '=', order.uuid).executeTakeFirstOrThrow())
    .event_id

describe('the lane of a ticket, where the event has lanes', () => {
  it('stands on paper in every language, and in what the page of the buyer and wallets get', async () => {
    const { event, order } = await bought(4)
    const settings = { check_in: { offline: 'lanes' as const, lanes: 3 } }
    await world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body: { settings } })
    const lanes = order.tickets.map(({ uuid, events_ticket_uuid }) =>
      laneOf({ count: 3, gates: [] }, uuid, events_ticket_uuid),
    )
    const key = { eventId: event.uuid, orderId: order.uuid }
    const [row, at] = [await readOrder(world.db, key), await anyEventRow(world.db, event.uuid)]
    if (!row || !at) throw new Error('no order')
    const tickets = await readTickets(world.db, event.uuid, order.uuid)
    const facts = { order: row, event: at, tickets, organiser: undefined, artists: [], banner: undefined, colour: '' }
    for (const [lang, label] of [
      ['he', 'תור'],
      ['en', 'Lane'],
      ['ar', 'الطابور'],
    ] as const) {
      const { pages } = await passSheet(world.platform, facts, lang)
      const printedLanes = pages.map((page) => page.facts.filter((fact) => fact.label === label))
      expect(printedLanes).toEqual(lanes.map((lane) => [{ label, value: String(lane) }]))
    }
    const shown = (await world.call(showBuyerOrder, holding(order))).body.data
    expect(shown.tickets.map(({ lane }) => lane)).toEqual(lanes)
    const wallet = (await world.call(orderWallet, { ...holding(order), query: {} })).body.data
    expect(wallet.tickets.map(({ lane }) => lane)).toEqual(lanes)
    expect(pagesOf((await printed(order)).bytes)).toBe(4)
  })
})

describe('the QR code', () => {
  it('contains every dark module once, in runs', () => {
    const { size, path } = qrPath('K1'.padEnd(137, 'x'))
    const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map((run) => run.slice(1).map(Number))
    expect(runs.map(([x, y, width, back]) => `M${x} ${y}h${width}v1h-${back}z`).join('')).toBe(path)
    expect(runs.every(([x = 0, y = 0, width = 0, back]) => width === back && x + width <= size && y < size)).toBe(true)
    // The corner pattern: a run of seven at the top left.
    expect(runs[0]).toEqual([0, 0, 7, 7])
  })
})

describe('the calendar file of an event', () => {
  it('has the time in UTC and the link to the tickets', async () => {
    const { event, order } = await bought(1)
    const answer = await world.call(orderCalendar, { ...holding(order), query: {} })
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    const unfolded = answer.text.replaceAll(/\r?\n[ \t]/g, '')
    expect(unfolded).toContain(`DTSTART:${event.starts_at.replaceAll(/[-:]|\.\d+/g, '')}`)
    expect(unfolded).toContain(`/order/tickets/${order.uuid}?token=${order.token}`)
  })

  it('is refused once the order is cancelled', async () => {
    const { order } = await bought(1)
    await world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body: { refund: false } })
    const answer = await world.call(orderCalendar, { ...holding(order), query: {} })
    expect(answer.error?.code).toBe('order_state')
  })
})
