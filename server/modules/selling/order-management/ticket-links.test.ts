import { cancelOrder, reissueOrder, updateOrder } from '@kartis/contract/orders.ts'
import { showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { resendBuyerOrder, sharedTicketCalendar, showSharedTicket } from '@kartis/contract/shared-tickets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder, holding, reserved, showOrder } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const bought = async (quantity = 2) => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
  const order = await freeOrder(world, event.uuid, { [type.uuid]: quantity })
  const { tickets } = await showOrder(world, order)
  return { event, order, tickets, type }
}

const tokenOf = (url: string | undefined): string => new URL(url ?? 'http://x').searchParams.get('token') ?? ''

const calendar = (uuid: string, token: string) =>
  world.call(sharedTicketCalendar, { params: { uuid }, query: { token, lang: 'he' } })
const shared = (uuid: string, token: string) => world.call(showSharedTicket, { params: { uuid }, query: { token } })

describe('the link of one ticket', () => {
  it('shows that ticket with its code, and nothing of the order, the buyer or the price', async () => {
    const { tickets, order, event } = await bought()
    const [first, second] = tickets
    if (!first || !second) throw new Error('two tickets were bought')
    expect(first.url).toContain(`/order/ticket/${first.uuid}?token=`)
    expect(first.url).not.toBe(second.url)
    const answer = await shared(first.uuid, tokenOf(first.url))
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      ticket: { uuid: first.uuid, code: first.code, number: first.number, status: 'valid' },
      event: { uuid: event.uuid, name: event.name },
      gates: [],
    })
    expect(answer.text).not.toContain(second.code)
    expect(answer.text).not.toContain(order.token)
    // The digits of a code may look like a phone.
    expect(answer.text.replace(/"code":"\d+"/u, '')).not.toMatch(/דנה|dana@|"price"|05\d{8}/u)
  })

  it('opens no other ticket and not the order, and the token of the order opens no ticket', async () => {
    const { tickets, order } = await bought()
    const [first, second] = tickets
    const token = tokenOf(first?.url)
    expect((await shared(second?.uuid ?? '', token)).error?.code).toBe('not_found')
    expect((await shared(first?.uuid ?? '', order.token)).error?.code).toBe('not_found')
    expect((await shared(first?.uuid ?? '', 'wrong')).error?.code).toBe('not_found')
    expect((await world.http('GET', `/api/v1/public/orders/${order.uuid}?token=${token}`)).status).toBe(404)
  })

  it('says that the ticket is cancelled, and ends when the phone of the order is corrected', async () => {
    const { tickets, order } = await bought()
    const [first, second] = tickets
    const params = { uuid: order.uuid }
    const body = { refund: false, ticket_uuids: [first?.uuid ?? ''] }
    expect((await world.call(cancelOrder, { ...as(owner), params, body })).status).toBe(200)
    expect((await shared(first?.uuid ?? '', tokenOf(first?.url))).body.data.ticket.status).toBe('cancelled')
    expect((await shared(second?.uuid ?? '', tokenOf(second?.url))).body.data.ticket.status).toBe('valid')
    await world.call(updateOrder, { ...as(owner), params, body: { phone: newPhone() } })
    expect((await shared(second?.uuid ?? '', tokenOf(second?.url))).error?.code).toBe('not_found')
  })
})

describe('tickets that are issued anew', () => {
  const reissue = (uuid: string, body: { ticket_uuids?: string[]; new_link?: boolean } = {}) =>
    world.call(reissueOrder, { ...as(owner), params: { uuid }, body })

  it('show their new codes to nobody who has a link of before, and the buyer gets the new link', async () => {
    const { tickets, order } = await bought()
    await world.handleEvents()
    const anew = await reissue(order.uuid)
    expect(anew.status).toBe(200)
    expect((await world.call(showBuyerOrder, holding(order))).status).toBe(404)
    for (const { uuid, url } of tickets) expect((await shared(uuid, tokenOf(url))).error?.code).toBe('not_found')
    await world.handleEvents()
    const messages = await world.db
      .selectFrom('messages')
      .select('text')
      .where('order_id', '=', order.uuid)
      .where('channel', '=', 'sms')
      .execute()
    const tokens = messages.map(({ text }) => /token=([\w-]+)/.exec(text ?? '')?.[1])
    const token = tokens.find((each) => each !== undefined && each !== order.token)
    const fresh = (await world.call(showBuyerOrder, { params: { uuid: order.uuid }, orderToken: token })).body.data
    expect(fresh.tickets?.map(({ code }) => code)).toEqual(anew.body.data.tickets?.map(({ code }) => code))
    expect(anew.body.data.history?.find(({ kind }) => kind === 'reissued')).toMatchObject({ by: expect.any(String) })
  })

  it('keep the link of their order and of the other tickets where that is asked for', async () => {
    const { tickets, order } = await bought()
    const [first, second] = tickets
    await world.handleEvents()
    const sent = () => world.db.selectFrom('messages').select('id').where('order_id', '=', order.uuid).execute()
    const before = await sent()
    await reissue(order.uuid, { ticket_uuids: [first?.uuid ?? ''], new_link: false })
    await world.handleEvents()
    expect(await sent()).toEqual(before)
    expect((await shared(first?.uuid ?? '', tokenOf(first?.url))).error?.code).toBe('not_found')
    expect((await shared(second?.uuid ?? '', tokenOf(second?.url))).status).toBe(200)
    const [shown] = (await showOrder(world, order)).tickets
    expect((await shared(first?.uuid ?? '', tokenOf(shown?.url))).body.data.ticket.code).toBe(shown?.code)
  })
})

describe('the calendar file of one ticket', () => {
  it('leads to that ticket and not to its order, and is refused once the ticket is cancelled', async () => {
    const { tickets, order, event } = await bought()
    const [first, second] = tickets
    const token = tokenOf(first?.url)
    const answer = await calendar(first?.uuid ?? '', token)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    const unfolded = answer.text.replaceAll(/\r?\n[ \t]/g, '')
    expect(unfolded).toContain(`DTSTART:${event.starts_at.replaceAll(/[-:]|\.\d+/g, '')}`)
    expect(unfolded).toContain(first?.url)
    expect(unfolded).not.toContain(order.token)
    expect((await calendar(second?.uuid ?? '', token)).error?.code).toBe('not_found')
    const body = { refund: false, ticket_uuids: [first?.uuid ?? ''] }
    await world.call(cancelOrder, { ...as(owner), params: { uuid: order.uuid }, body })
    expect((await calendar(first?.uuid ?? '', token)).error?.code).toBe('order_state')
  })
})

describe('resending by the link of an order', () => {
  it('sends the tickets to the contacts of the order, at most five times an hour', async () => {
    const { order } = await bought(1)
    const answer = await world.call(resendBuyerOrder, holding(order))
    expect(answer.status).toBe(200)
    expect(answer.body.data.sent_to).toHaveLength(2)
    expect(answer.body.data.sent_to[1]).toBe('dana@example.co.il')
  })

  it('is refused for an order without tickets', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const cart = await reserved(world, event.uuid, { [type.uuid]: 1 })
    expect((await world.call(resendBuyerOrder, holding(cart))).error?.code).toBe('order_state')
  })
})
