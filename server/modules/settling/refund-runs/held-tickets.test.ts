import { updateEvent } from '@kartis/contract/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { freeOrder, showOrder } from '../../../testing/orders.ts'
import { newPhone, type Producer, producer } from '../../../testing/people.ts'
import { approvedRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { acceptedBy, byOwnLink } from '../../../testing/transfers.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let gateway: TestGateway
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

const textsTo = async (phone: string) => {
  await world.handleEvents()
  const rows = await world.db.selectFrom('messages').select(['template', 'text']).where('to', '=', phone).execute()
  return rows.filter(({ template }) => template !== 'login_code' && template !== 'ticket_received')
}

/** Whoever is to be notified of a move is. */
const announced = async () => {
  await world.handleEvents()
  await world.platform.jobs.drain({ names: ['orders.tell_moved'] })
}

/** Two paid tickets, of which another person holds the first. */
const given = async (phone?: string) => {
  const sale = await eventOnSale(world, owner)
  const order = await boughtByCard(world, gateway, sale, { quantity: 2 })
  const [ticket, second] = (await showOrder(world, order)).tickets
  if (!ticket || !second) throw new Error('two tickets were bought')
  const accepted = await acceptedBy(world, { order, ticket }, phone)
  return { sale, order, ticket, second, ...accepted }
}

describe('whoever holds a ticket of an event that is cancelled', () => {
  it('is notified at once that the event is cancelled, with the link of the ticket, and not again when the ticket is', async () => {
    const { sale, ticket, phone, url } = await given()
    await approvedRun(world, owner, sale.event)
    await workOnRuns(world)
    const [message, ...more] = await textsTo(phone)
    expect(more).toEqual([])
    expect(message?.template).toBe('event_changed')
    expect(message?.text).toContain('בוטל')
    expect(message?.text).toContain(url)
    expect((await byOwnLink(world, { ticket }, url)).body.data.ticket.status).toBe('cancelled')
  })

  it('gets the message of a buyer alone when the same phone bought tickets too', async () => {
    const friend = newPhone()
    const { sale } = await given(friend)
    await boughtByCard(world, gateway, sale, { phone: friend })
    await approvedRun(world, owner, sale.event)
    await workOnRuns(world)
    const notices = (await textsTo(friend)).filter(({ template }) => template !== 'tickets_ready')
    expect(notices.map(({ template }) => template)).toEqual(['refund_run_notice'])
  })

  it('is notified that the ticket is cancelled when it was accepted after the others were notified', async () => {
    const sale = await eventOnSale(world, owner, { type: { price: 0 } })
    const order = await freeOrder(world, sale.event.uuid, { [sale.type.uuid]: 1 })
    const [ticket] = order.tickets
    if (!ticket) throw new Error('a ticket was bought')
    await approvedRun(world, owner, sale.event)
    await world.platform.jobs.drain({ names: ['refund_runs.notify'] })
    world.clock.advance(60)
    const { phone } = await acceptedBy(world, { order, ticket })
    await workOnRuns(world)
    expect((await textsTo(phone)).map(({ template }) => template)).toEqual(['held_ticket_cancelled'])
  })
})

describe('whoever holds a ticket of an event that is postponed', () => {
  it('is notified of the new time, and nothing of the refund that the buyer may choose', async () => {
    const { sale, phone, url } = await given()
    const by = (at: string) => new Date(Date.parse(at) + 3 * 86_400_000).toISOString()
    const { starts_at, ends_at } = sale.event
    const body = { starts_at: by(starts_at), ends_at: by(ends_at) }
    await world.call(updateEvent, { ...as(owner), params: { uuid: sale.event.uuid }, body })
    await approvedRun(world, owner, sale.event, { kind: 'postponed' })
    await workOnRuns(world)
    const [message, ...more] = await textsTo(phone)
    expect(more).toEqual([])
    expect(message?.text).toContain('המועד השתנה')
    expect(message?.text).not.toContain('החזר')
    expect(message?.text).toContain(url)
  })

  it('hears it once where the move itself was announced, and again where the time changed in silence after that', async () => {
    const move = ({ event }: Awaited<ReturnType<typeof given>>['sale'], days: number, tell_buyers: boolean) => {
      const by = (at: string) => new Date(Date.parse(at) + days * 86_400_000).toISOString()
      const body = { starts_at: by(event.starts_at), ends_at: by(event.ends_at), tell_buyers }
      return world.call(updateEvent, { ...as(owner), params: { uuid: event.uuid }, body })
    }
    const [first, second] = [await given(), await given()]
    for (const { sale } of [first, second]) await move(sale, 3, true)
    await move(second.sale, 5, false)
    await announced()
    for (const { sale } of [first, second]) await approvedRun(world, owner, sale.event, { kind: 'postponed' })
    await workOnRuns(world)
    expect(await textsTo(first.phone)).toHaveLength(1)
    expect(await textsTo(second.phone)).toHaveLength(2)
  })

  it('hears nothing of an offer that leaves the event as it is', async () => {
    const { sale, phone } = await given()
    await approvedRun(world, owner, sale.event, { kind: 'goodwill' })
    await workOnRuns(world)
    expect(await textsTo(phone)).toEqual([])
  })
})
