import { approveRefundRun, createRefundRun } from '@kartis/contract/refund-runs.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { joinAs, proveAgain, producer } from '../../../testing/people.ts'
import { previewedRun, shownRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld({ env: { REFUND_RUN_ALONE: '1000' } })
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

describe('the approval of a refund run', () => {
  it('needs a proof of the last ten minutes of who approves: without it nothing is refunded, and no buyer is notified', async () => {
    const owner = await producer(world)
    const second = await joinAs(world, owner, 'manager')
    const sale = await eventOnSale(world, owner, { type: { price: 600 } })
    await boughtByCard(world, gateway, sale, { quantity: 2 })
    const run = await previewedRun(world, owner, sale.event)
    world.clock.advance(601)
    const approve = () =>
      world.call(approveRefundRun, { token: second.token, account: owner.account.uuid, params: { uuid: run.uuid } })
    const refused = await approve()
    expect([refused.status, refused.error?.code]).toEqual([403, 'proof_required'])
    await workOnRuns(world)
    expect(await shownRun(world, owner, run)).toMatchObject({ state: 'previewed', approved_at: null })
    expect(gateway.refunds).toEqual([])
    await proveAgain(world, second.token)
    expect((await approve()).body.data).toMatchObject({ state: 'approved', approved_by: expect.any(String) })
    await workOnRuns(world)
    expect(gateway.refunds.map(({ amount }) => amount)).toEqual([1200_00])
  })

  it('needs it of whoever approves alone as well, and a preview of nobody', async () => {
    const owner = await producer(world)
    const sale = await eventOnSale(world, owner)
    await boughtByCard(world, gateway, sale)
    world.clock.advance(601)
    const created = await world.call(createRefundRun, {
      ...as(owner),
      params: { uuid: sale.event.uuid },
      body: { kind: 'goodwill' },
    })
    expect(created.status).toBe(201)
    const params = { uuid: created.body.data.uuid }
    expect((await world.call(approveRefundRun, { ...as(owner), params })).error?.code).toBe('proof_required')
    // The same under the path that names the event.
    const path = `/api/v1/producer/events/${sale.event.uuid}/refund_runs/${params.uuid}/approve`
    expect((await world.http('POST', path, {}, as(owner))).error?.code).toBe('proof_required')
  })
})
