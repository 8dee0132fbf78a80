import { isMemberAccess } from '@kartis/contract/endpoint.ts'
import { listPayments } from '@kartis/contract/listed-payments.ts'
import { listOrders } from '@kartis/contract/orders.ts'
import { can } from '@kartis/domain/permissions.ts'
import { nationalPhone } from '@kartis/domain/phone.ts'
import { listRefundRunItems } from '@kartis/contract/refund-runs.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from './testing/events.ts'
import { type TestGateway, useTestGateway } from './testing/gateway.ts'
import { joinAs, newPhone, producer } from './testing/people.ts'
import { approvedRun, workOnRuns } from './testing/refund-runs.ts'
import { boughtByCard } from './testing/sales.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

/** An event with a buyer whose refund was refused, and the accountant of its producer. */
const refusedSale = async () => {
  const owner = await producer(world)
  const sale = await eventOnSale(world, owner, { type: { price: 137 } })
  const phone = newPhone()
  const order = await boughtByCard(world, gateway, sale, { phone })
  const payment = (await world.call(listPayments, as(owner))).body.data[0]
  const run = await approvedRun(world, owner, sale.event)
  gateway.refuseRefunds = true
  await workOnRuns(world)
  gateway.refuseRefunds = false
  const { token } = await joinAs(world, owner, 'finance')
  const caller = { token, account: owner.account.uuid }
  return { owner, sale, phone, order, run, caller, payment: payment?.uuid ?? '' }
}

describe('the finance role', () => {
  it('reads every operation of its permissions without the phone of a buyer', async () => {
    const { owner, sale, phone, order, run, caller, payment } = await refusedSale()
    const ids = [sale.event.uuid, sale.type.uuid, order.uuid, run.uuid, payment, owner.account.uuid]
    const reads = world.app.endpoints.filter(
      ({ method, access }) => method === 'GET' && isMemberAccess(access) && can('finance', access.permission),
    )
    expect(reads.length).toBeGreaterThan(40)
    const digits = nationalPhone(phone).replace(/^0/u, '')
    const leaks: string[] = []
    let answered = 0
    for (const { path } of reads)
      for (const id of path.includes(':') ? ids : [''])
        for (const query of ['', '?per_page=100']) {
          const answer = await world.http('GET', `/api${path.replaceAll(/:\w+/g, id)}${query}`, undefined, {
            headers: { authorization: `Bearer ${caller.token}`, 'x-account-id': caller.account },
          })
          if (answer.status === 200) answered += 1
          if (answer.text.includes(digits)) leaks.push(path)
        }
    expect(leaks).toEqual([])
    expect(answered).toBeGreaterThan(30)
  })

  it('sees what moved money by the number of its order, and opens no order', async () => {
    const { phone, order, run, caller } = await refusedSale()
    expect((await world.call(listOrders, caller)).error?.code).toBe('forbidden')
    const items = async (filter: object = {}) =>
      (await world.call(listRefundRunItems, { ...caller, params: { uuid: run.uuid }, query: { filter } as never })).body
    expect((await items()).data).toMatchObject([{ order_number: order.number, buyer_phone: null }])
    // A search by phone finds nothing more than no search: a phone cannot be found by guessing.
    expect((await items({ or: { phone } })).meta.total).toBe((await items({ or: { phone: '0509999999' } })).meta.total)
  })
})
