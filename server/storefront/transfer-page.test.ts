import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Producer, producer } from '../testing/people.ts'
import { acceptedBy, boughtTickets, offerFirst } from '../testing/transfers.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const pathOf = (url: string | null): string => {
  const { pathname, search } = new URL(url ?? '')
  return pathname + search
}
const ticketsPage = ({ order }: { order: { uuid: string; token: string } }) =>
  world.http('GET', `/order/tickets/${order.uuid}?token=${order.token}&show=list`)

describe('the page of an offered ticket', () => {
  it('shows the event and a first name to whoever has the link, and no cache stores it', async () => {
    const sale = await boughtTickets(world, owner)
    const path = pathOf((await offerFirst(world, sale)).transfer.url)
    const page = await world.http('GET', path)
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store'])
    expect(page.text).toContain(sale.event.name)
    expect(page.text).toContain('דנה')
    for (const secret of ['כהן', sale.ticket.code, sale.order.token, sale.ticket.number])
      expect(page.text).not.toContain(secret)
    expect((await world.http('GET', path.replace(/token=.*/, 'token=wrong'))).status).toBe(404)
    expect((await world.http('GET', path.replace(/\?.*/, ''))).status).toBe(404)
  })
})

describe('the tickets page of a buyer who has transferred a ticket', () => {
  it('names the new holder and has neither the old nor the new code', async () => {
    const sale = await boughtTickets(world, owner)
    expect((await ticketsPage(sale)).text).toContain(`data-code="${sale.ticket.uuid}"`)
    const { url } = await acceptedBy(world, sale)
    const { text } = await ticketsPage(sale)
    expect(text).toContain('הועבר אל יעל ברק')
    expect(text).not.toContain(`data-code="${sale.ticket.uuid}"`)
    expect(text).toContain(`data-code="${sale.second.uuid}"`)
    const theirs = await world.http('GET', pathOf(url))
    expect(theirs.text).toContain(`data-code="${sale.ticket.uuid}"`)
    expect(theirs.text).toContain('יעל ברק')
  })
})
