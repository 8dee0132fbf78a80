import { findAtGate } from '@kartis/contract/admission.ts'
import { eraseMe } from '@kartis/contract/data-rights.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scannerOf } from '../../../testing/check-in.ts'
import { type Producer, producer, requestLoginCode, signIn } from '../../../testing/people.ts'
import { acceptedBy, type BoughtTickets, boughtTickets } from '../../../testing/transfers.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let scanner: { token: string; account: string }
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

const find = async ({ event }: BoughtTickets, q: string) =>
  (await world.call(findAtGate, { ...scanner, params: { uuid: event.uuid }, query: { q } })).body.data

describe('a transferred ticket at the gate', () => {
  it('is found by the name and the phone of its holder, and by those of its buyer, and names its holder', async () => {
    const gift = await boughtTickets(world, owner)
    const { phone } = await acceptedBy(world, gift)
    for (const q of ['יעל', 'ברק יעל', 'י׳על', phone.slice(-4), phone, 'דנה', gift.order.number]) {
      const orders = await find(gift, q)
      expect(orders, q).toMatchObject([{ uuid: gift.order.uuid, holder: 'דנה כהן' }])
      const [held, own] = orders[0]?.tickets ?? []
      expect(held).toMatchObject({ number: gift.ticket.number, holder: 'יעל ברק', phone_end: phone.slice(-4) })
      expect(own).not.toHaveProperty('holder')
    }
    // Words of two people name nobody.
    expect(await find(gift, 'יעל כהן')).toEqual([])
  })

  it('is not found at another event', async () => {
    const [gift, other] = [await boughtTickets(world, owner), await boughtTickets(world, owner)]
    const { phone } = await acceptedBy(world, gift)
    expect(await find(other, phone)).toEqual([])
    expect(await find(other, 'יעל')).toEqual([])
  })

  it('names nobody once its holder was erased', async () => {
    const gift = await boughtTickets(world, owner)
    const friend = await signIn(world)
    await acceptedBy(world, gift, friend.phone)
    const body = {
      ...(await requestLoginCode(world, friend.phone, { purpose: 'erase', token: friend.token })),
      confirm_upcoming: true,
    }
    expect((await world.call(eraseMe, { token: friend.token, body })).status).toBe(200)
    expect(await find(gift, 'יעל')).toEqual([])
    const [order] = await find(gift, gift.order.number)
    expect(order?.tickets[0]).toMatchObject({ holder: null, phone_end: null })
  })
})
