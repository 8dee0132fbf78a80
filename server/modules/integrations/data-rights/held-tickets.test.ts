import * as contract from '@kartis/contract/data-rights.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as } from '../../../testing/events.ts'
import { newPhone, type Producer, producer, requestLoginCode, signIn } from '../../../testing/people.ts'
import { acceptedBy, boughtTickets, tokenOf } from '../../../testing/transfers.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

/** A ticket that another person holds. */
const held = async (phone = newPhone()) => {
  const sale = await boughtTickets(world, owner)
  const accepted = await acceptedBy(world, sale, phone)
  await world.handleEvents()
  return { sale, ...accepted }
}

const search = (contact: string, who = owner) => world.call(contract.findPerson, { ...as(who), body: { contact } })

describe('a person who holds a ticket that another person bought', () => {
  it('is found with the ticket, its event and the name, and without the order of its buyer', async () => {
    const { sale, phone } = await held()
    const { data } = (await search(nationalPhone(phone))).body
    expect(data).toMatchObject({
      counts: { orders: 0, tickets: 0, held_tickets: 1, upcoming_tickets: 1 },
      names: ['יעל ברק'],
      phones: [nationalPhone(phone)],
      orders: [],
      held_tickets: [
        { number: sale.ticket.number, event_name: sale.event.name, name: sale.type.name, status: 'valid' },
      ],
    })
    const stranger = await producer(world)
    expect((await search(phone, stranger)).body.data).toMatchObject({ counts: { held_tickets: 0 }, held_tickets: [] })
    const buyer = (await search(sale.buyer.phone)).body.data
    expect(buyer).toMatchObject({ counts: { orders: 1, held_tickets: 0 }, held_tickets: [] })
    expect(JSON.stringify(buyer)).not.toContain('יעל')
  })

  it('gets a file with the ticket and the messages about it, without its link or anything of the buyer', async () => {
    const { sale, phone, url } = await held()
    const file = await world.call(contract.exportPerson, { ...as(owner), body: { contact: phone } })
    expect(file.status).toBe(200)
    const text = file.bytes.toString()
    expect(JSON.parse(text)).toMatchObject({
      counts: { held_tickets: 1 },
      held_tickets: [{ number: sale.ticket.number, event: sale.event.name, holder: { name: 'יעל ברק', phone } }],
      messages_to_holder: [{ channel: 'sms', to: phone }],
      orders: [],
    })
    for (const secret of [tokenOf(url), sale.buyer.phone, 'דנה']) expect(text).not.toContain(secret)
    const { data } = (await world.call(contract.listDataRights, as(owner))).body
    expect(data[0]).toMatchObject({ kind: 'export', counts: { orders: 0, held_tickets: 1 } })
  })

  it('exports the ticket with the rest of their own data once signed in', async () => {
    const friend = await signIn(world)
    const { sale } = await held(friend.phone)
    const file = await world.call(contract.exportMe, { token: friend.token })
    expect(JSON.parse(file.bytes.toString())).toMatchObject({
      held_tickets: [{ number: sale.ticket.number }],
      orders: [],
    })
  })

  it('is erased once it was confirmed that the ticket is still to be used', async () => {
    const friend = await signIn(world)
    const { sale, phone } = await held(friend.phone)
    const erase = (confirm_upcoming: boolean) =>
      world.call(contract.erasePerson, { ...as(owner), body: { contact: phone, confirm_upcoming } })
    expect((await erase(false)).error).toMatchObject({
      code: 'person_has_tickets',
      detail: { tickets: 1, events: [sale.event.name] },
    })
    expect((await erase(true)).body.data).toMatchObject({ orders: 0, held_tickets: 1 })
    expect((await search(phone)).body.data).toMatchObject({ counts: { held_tickets: 0 }, names: [] })
    const body = await requestLoginCode(world, phone, { purpose: 'erase', token: friend.token })
    expect((await world.call(contract.eraseMe, { token: friend.token, body })).status).toBe(200)
  })
})
