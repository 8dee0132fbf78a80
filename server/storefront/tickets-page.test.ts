import { cancelOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../testing/events.ts'
import { freeOrder, showOrder } from '../testing/orders.ts'
import { type Producer, producer } from '../testing/people.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let organiser: Producer

beforeAll(async () => {
  world = await openWorld()
  organiser = await producer(world)
})
afterAll(() => world.close())

const get = (url: string) => world.http('GET', url)

/** A free order of an event that starts in this many hours. */
const bought = async (quantity: number, inHours?: number, settings: { order_limit?: number } = {}) => {
  const at = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString()
  const times = inHours === undefined ? {} : { starts_at: at(inHours), ends_at: at(inHours + 3) }
  const { event, type } = await eventOnSale(world, organiser, {
    type: { price: 0, sum_total_available: 300 },
    event: { ...times, settings },
  })
  const order = await freeOrder(world, event.uuid, { [type.uuid]: quantity })
  const { tickets } = await showOrder(world, order)
  return { event, order, tickets, path: `/order/tickets/${order.uuid}?token=${order.token}` }
}

/** The codes that a page shows. */
const codesIn = (html: string): string[] =>
  [...html.matchAll(/<path d="(M2 2h7v1h-7z[^"]+)" fill="currentColor"/g)].map(([, path = '']) => path)

const cancel = async (order: { uuid: string }, ticket_uuids?: string[]): Promise<void> => {
  const body = { refund: false, ...(ticket_uuids && { ticket_uuids }) }
  await world.call(cancelOrder, { ...as(organiser), params: { uuid: order.uuid }, body })
}

describe('the tickets page', () => {
  it('before the day lists every ticket with its number and the ways to send and to save it', async () => {
    const { order, tickets, path } = await bought(2)
    const { text, status } = await get(path)
    expect(status).toBe(200)
    for (const { number, url } of tickets) {
      expect(text).toContain(`>${number}</bdi>`)
      expect(text).toContain(encodeURIComponent(url))
    }
    expect(text).toContain('להצגה בכניסה')
    expect(text).toContain('https://calendar.google.com/calendar/render?action=TEMPLATE')
    expect(text).toContain(`/calendar.ics?token=${order.token}`)
    expect(text).toContain(`/tickets.pdf?token=${order.token}`)
    // no token reaches the address of another site
    expect(/calendar\.google\.com[^"]*/.exec(text)?.[0]).not.toContain(order.token)
    expect((await get(`/order/tickets/${order.uuid}`)).status).toBe(404)
  })

  it('on the day opens with one full-screen code for each ticket, without a script too', async () => {
    const { path } = await bought(3, 4)
    const { text } = await get(path)
    expect(new Set(codesIn(text)).size).toBe(3)
    expect(text).toContain('כרטיס 2 מתוך 3')
    // the codes are in the page once, not in its state again
    expect(text).not.toMatch(/"path":"M2/)
    const list = (await get(`${path}&show=list`)).text
    expect(codesIn(list)).toHaveLength(3)
    const before = await bought(1, 100)
    expect(codesIn((await get(`${before.path}&show=entrance`)).text)).toHaveLength(1)
  })

  it('of more than fifty tickets is drawn in pages, each with the codes of its own tickets', async () => {
    const { path, tickets } = await bought(120, undefined, { order_limit: 200 })
    const pages = await Promise.all(
      [path, `${path}&page=2`, `${path}&page=3`].map(async (url) => (await get(url)).text),
    )
    expect(pages.map((text) => codesIn(text).length)).toEqual([50, 50, 20])
    expect(new Set(pages.flatMap(codesIn)).size).toBe(120)
    for (const [place, text] of pages.entries()) {
      expect(tickets.filter(({ number }) => text.includes(`>${number}</bdi>`))).toEqual(
        tickets.slice(place * 50, place * 50 + 50),
      )
      expect(text).toContain('120')
      // each code once: not in the state of the page again
      expect(text).not.toMatch(/"path":"M2/)
    }
    expect(pages[0]).toContain('כרטיסים 1–50 מתוך 120')
    expect(pages[0]).toContain('&amp;page=2"')
    expect(pages[2]).toContain('כרטיסים 101–120 מתוך 120')
    const entrance = (await get(`${path}&show=entrance&page=3`)).text
    expect(codesIn(entrance)).toHaveLength(20)
    expect(entrance).toContain('כרטיס 101 מתוך 120')
    for (const page of ['0', '-1', '99', 'x']) expect((await get(`${path}&page=${page}`)).status).toBe(200)
  })

  it('of a single ticket shows its code first', async () => {
    const { path, tickets } = await bought(1)
    const { text } = await get(path)
    const code = text.indexOf(codesIn(text)[0] ?? 'no code')
    expect(code).toBeGreaterThan(0)
    expect(code).toBeLessThan(text.indexOf(`${tickets[0]?.number}</strong>`))
  })

  it('of a cancelled order says so and offers no file; of a partly cancelled one it shows what is left', async () => {
    const { order, tickets, path } = await bought(2)
    await cancel(order, [tickets[0]?.uuid ?? ''])
    const partly = (await get(path)).text
    expect(partly).toContain('data-state="cancelled"')
    expect(partly).toContain('/tickets.pdf')
    // the entrance has the ticket that is left, and counts no other
    expect((await get(`${path}&show=entrance`)).text).not.toContain('מתוך 2')
    await cancel(order)
    const whole = await get(path)
    expect(whole.status).toBe(200)
    expect(whole.text).toContain('ההזמנה בוטלה')
    expect(whole.text).not.toMatch(/tickets\.pdf|calendar|נתראה שם/)
    expect(codesIn((await get(`${path}&show=entrance`)).text)).toEqual([])
  })
})

describe('the page of one ticket', () => {
  it('shows that ticket and its code, without the order, its buyer or its files', async () => {
    const { order, tickets, event } = await bought(2)
    const [first, second] = tickets
    const path = new URL(first?.url ?? '').pathname + new URL(first?.url ?? '').search
    const { status, text, headers } = await get(path)
    expect(status).toBe(200)
    expect(codesIn(text)).toHaveLength(1)
    expect(text).toContain(first?.number)
    expect(text).toContain(event.name)
    expect(text).not.toContain(second?.number)
    expect(text).not.toContain(order.token)
    expect(text).not.toMatch(/דנה כהן|tickets\.pdf/)
    expect(headers['cache-control']).toBe('private, no-store')
    const wrong = await get(`/order/ticket/${first?.uuid}?token=wrong`)
    expect([wrong.status, wrong.text.includes('הקישור לכרטיס לא בתוקף')]).toEqual([404, true])
  })

  it('of a ticket that was cancelled says so, and leads neither to the entrance nor into a calendar', async () => {
    const { order, tickets } = await bought(2, 4)
    const { pathname, search } = new URL(tickets[0]?.url ?? '')
    await cancel(order, [tickets[0]?.uuid ?? ''])
    for (const url of [`${pathname}${search}`, `${pathname}${search}&show=entrance`]) {
      const [shown = ''] = (await get(url)).text.split('<script type="application/json"')
      expect(shown).toContain('בוטל')
      expect(shown).not.toMatch(/להצגה בכניסה|בלי קליטה|calendar/u)
    }
  })
})

describe('the worker of ticket pages', () => {
  it('is served under its own scope and checked for changes at each visit', async () => {
    const { status, headers, text } = await get('/order/tickets-worker.js')
    expect([status, headers['service-worker-allowed'], headers['cache-control']]).toEqual([
      200,
      '/order/ticket',
      'no-cache',
    ])
    expect(text).toContain('kartis-tickets-1')
  })
})
