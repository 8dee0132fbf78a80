import {
  type Coupon,
  createCoupon,
  deleteCoupon,
  listCoupons,
  showCoupon,
  updateCoupon,
} from '@kartis/contract/coupons.ts'
import { duplicateEvent } from '@kartis/contract/events.ts'
import { deleteTicketType } from '@kartis/contract/tickets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reserveWithCoupon, couponOf } from '../../../testing/coupons.ts'
import { as, draftEvent, eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { joinAs, type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const change = (coupon: Coupon, body: Parameters<typeof world.call<typeof updateCoupon>>[1]) =>
  world.call(updateCoupon, { ...as(owner), params: { uuid: coupon.uuid }, ...body })

describe('the coupons of an event', () => {
  it('a coupon is created with a trimmed code and listed with the uses of reserved orders', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const coupon = await couponOf(world, owner, event, { code: ' Summer 20 ', value: 12.5, max_uses: 3 })
    expect(coupon).toMatchObject({ code: 'Summer20', kind: 'percent', value: 12.5, used: 0, held: 0, state: 'active' })
    expect((await reserveWithCoupon(world, event.uuid, { [type.uuid]: 2 }, 'sUMMER 20')).status).toBe(201)
    const list = await world.call(listCoupons, { ...as(owner), query: { filter: { event_uuid: event.uuid } } })
    expect(list.body.data).toMatchObject([{ uuid: coupon.uuid, held: 1, used: 0 }])
  })

  it('a coupon that is switched off is unknown to buyers', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const coupon = await couponOf(world, owner, event, { code: 'Summer20', value: 12.5 })
    const off = await change(coupon, { body: { active: false, kind: 'amount', value: 20 } })
    expect(off.body.data).toMatchObject({ active: false, state: 'off', kind: 'amount', value: 20 })
    expect((await reserveWithCoupon(world, event.uuid, { [type.uuid]: 1 }, 'summer20')).error?.code).toBe(
      'coupon_unknown',
    )
  })

  it('a deleted coupon is not found, and its code may be used again', async () => {
    const event = await draftEvent(world, owner)
    const coupon = await couponOf(world, owner, event, { code: 'Summer20' })
    await world.call(deleteCoupon, { ...as(owner), params: { uuid: coupon.uuid } })
    expect((await world.call(showCoupon, { ...as(owner), params: { uuid: coupon.uuid } })).status).toBe(404)
    await couponOf(world, owner, event, { code: 'SUMMER20' })
  })

  it('the codes of an event are unique regardless of case, also when two are changed at once', async () => {
    const event = await draftEvent(world, owner)
    const first = await couponOf(world, owner, event, { code: 'ONE' })
    const second = await couponOf(world, owner, event, { code: 'TWO' })
    const sameCode = await world.call(createCoupon, {
      ...as(owner),
      body: { event_uuid: event.uuid, code: 'one', value: 5 },
    })
    expect(sameCode).toMatchObject({ status: 422, error: { detail: { code: ['duplicate'] } } })
    const answers = await Promise.all([first, second].map((coupon) => change(coupon, { body: { code: 'Three' } })))
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 422]))
    await couponOf(world, owner, await draftEvent(world, owner), { code: 'ONE' })
  })

  it('value, ticket types and number of uses of a coupon are validated', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const other = await eventOnSale(world, owner)
    const create = (fields: object) =>
      world.call(createCoupon, {
        ...as(owner),
        body: { event_uuid: event.uuid, code: 'X1', value: 10, ...fields },
      })
    expect((await create({ value: 101 })).error?.detail).toEqual({ value: ['too_big'] })
    expect((await create({ value: 10.123 })).status).toBe(422)
    expect((await create({ events_ticket_uuids: [other.type.uuid] })).error?.detail).toEqual({
      events_ticket_uuids: ['unknown_option'],
    })
    const coupon = await couponOf(world, owner, event, { code: 'TWO', max_uses: 2 })
    for (let n = 0; n < 2; n++) await reserveWithCoupon(world, event.uuid, { [type.uuid]: 1 }, 'two')
    expect((await change(coupon, { body: { max_uses: 1 } })).error?.detail).toEqual({ max_uses: ['below_used'] })
    expect((await change(coupon, { body: { max_uses: 5 } })).body.data.max_uses).toBe(5)
  })

  it('coupons of another workspace are not found, and a scanner may not list them', async () => {
    const event = await draftEvent(world, owner)
    const coupon = await couponOf(world, owner, event)
    const stranger = await producer(world)
    const scanner = await joinAs(world, owner, 'scanner')
    const params = { uuid: coupon.uuid }
    expect((await world.call(showCoupon, { ...as(stranger), params })).status).toBe(404)
    expect((await world.call(updateCoupon, { ...as(stranger), params, body: { value: 1 } })).status).toBe(404)
    expect((await world.call(deleteCoupon, { ...as(stranger), params })).status).toBe(404)
    const body = { event_uuid: event.uuid, code: 'MINE', value: 5 }
    expect((await world.call(createCoupon, { ...as(stranger), body })).status).toBe(404)
    const asScanner = { token: scanner.token, account: owner.account.uuid }
    expect((await world.call(listCoupons, asScanner)).status).toBe(403)
  })
})

describe('a copied event', () => {
  it('the copy has the coupons without their uses, shifted in time and for its own ticket types', async () => {
    const { event, type } = await eventOnSale(world, owner)
    const ends_at = new Date(Date.parse(event.starts_at) - 3_600_000).toISOString()
    const types = { events_ticket_uuids: [type.uuid] }
    const coupon = await couponOf(world, owner, event, { code: 'Again', value: 25, max_uses: 5, ends_at, ...types })
    await couponOf(world, owner, event, { code: 'Off', kind: 'amount', value: 30, active: false })
    const gone = await couponOf(world, owner, event, { code: 'Gone' })
    await world.call(deleteCoupon, { ...as(owner), params: { uuid: gone.uuid } })
    expect((await reserveWithCoupon(world, event.uuid, { [type.uuid]: 1 }, 'again')).status).toBe(201)

    const copy = (await world.call(duplicateEvent, { ...as(owner), params: { uuid: event.uuid } })).body.data
    const query = { filter: { event_uuid: copy.uuid }, sort: 'code' }
    const coupons = (await world.call(listCoupons, { ...as(owner), query })).body.data
    const fresh = { used: 0, held: 0, sum_total_discount: 0 }
    expect(coupons).toMatchObject([
      {
        ...fresh,
        code: 'Again',
        value: 25,
        max_uses: 5,
        ends_at: new Date(Date.parse(ends_at) + 7 * 86_400_000).toISOString(),
        events_ticket_uuids: copy.events_tickets?.map(({ uuid }) => uuid),
      },
      { ...fresh, code: 'Off', kind: 'amount', value: 30, active: false, events_ticket_uuids: null },
    ])
    // The original is unchanged.
    const before = await world.call(showCoupon, { ...as(owner), params: { uuid: coupon.uuid } })
    expect(before.body.data).toMatchObject({ held: 1, events_ticket_uuids: [type.uuid] })
  })

  it('a coupon whose ticket types are all deleted is not copied', async () => {
    const { event } = await eventOnSale(world, owner)
    const extra = await ticketTypeOf(world, owner, event, { name: 'VIP' })
    await couponOf(world, owner, event, { code: 'VIP', events_ticket_uuids: [extra.uuid] })
    await world.call(deleteTicketType, { ...as(owner), params: { uuid: extra.uuid } })
    const copy = (await world.call(duplicateEvent, { ...as(owner), params: { uuid: event.uuid } })).body.data
    const query = { filter: { event_uuid: copy.uuid } }
    expect((await world.call(listCoupons, { ...as(owner), query })).body.data).toEqual([])
  })
})
