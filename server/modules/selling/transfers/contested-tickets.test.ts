import { cancelMyOrder } from '@kartis/contract/customer-orders.ts'
import { explainConflict } from '@kartis/contract/gate-board.ts'
import { chooseRefundByLink } from '@kartis/contract/refund-choices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { entryBefore, uploadTo } from '../../../testing/check-in.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { holding, showOrder } from '../../../testing/orders.ts'
import { type Producer, producer, signIn } from '../../../testing/people.ts'
import { approvedRun, itemsOfRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { accept, boughtTickets, closed, offerFirst } from '../../../testing/transfers.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway
beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  gateway = await useTestGateway(world)
})
afterAll(() => world.close())

type Answer = 'approved' | 'other'

/** A device let a guest in whose entry does not count, since its time cannot be; what a lead says of it. */
const letIn = async (event: { readonly uuid: string }, code: string) => {
  const late = entryBefore(world, -10, { device_seq: 1, ticket_uuid: code })
  const uploaded = await uploadTo(world, as(owner), event, 'phone', [late])
  expect(uploaded.body.data.results).toMatchObject([{ state: 'conflict', conflict: { kind: 'untimely' } }])
  const params = { uuid: event.uuid, scan_uuid: late.scan_uuid ?? '' }
  return (reason: Answer) =>
    world.call(explainConflict, { ...as(owner), params, body: { reason, note: 'בדקתי בכניסה' } })
}

const paidOrder = async () => {
  const of = await eventOnSale(world, owner, { type: { price: 80 } })
  const buyer = await signIn(world)
  const order = await boughtByCard(world, gateway, of, { phone: buyer.phone })
  const shown = await showOrder(world, order)
  return { event: of.event, buyer, order, code: shown.tickets[0]?.code ?? '' }
}

describe('a ticket that let somebody in by an entry which is still to be decided', () => {
  it('is not offered, and an offer of before is not accepted, until a lead says that nobody entered with it', async () => {
    const sale = await boughtTickets(world, owner)
    const before = await offerFirst(world, sale)
    const explain = await letIn(sale.event, sale.ticket.code)
    expect((await accept(world, before.transfer.uuid, before.token)).error).toMatchObject(closed('scanned'))
    expect((await offerFirst(world, sale)).error).toMatchObject(closed('scanned'))
    const [first, second] = (await showOrder(world, sale.order)).tickets
    expect([first?.can_transfer, second?.can_transfer]).toEqual([false, true])
    expect((await explain('other')).status).toBe(200)
    expect((await accept(world, before.transfer.uuid, before.token)).status).toBe(200)
  })

  it('stays used where a lead approved the entry', async () => {
    const sale = await boughtTickets(world, owner)
    await (
      await letIn(sale.event, sale.ticket.code)
    )('approved')
    expect((await offerFirst(world, sale)).error).toMatchObject(closed('scanned'))
  })

  it('is not cancelled by its buyer, who is told that it was used', async () => {
    const { event, buyer, order, code } = await paidOrder()
    const cancel = () =>
      world.call(cancelMyOrder, { token: buyer.token, params: { uuid: order.uuid }, body: { reason: 'לא אגיע' } })
    const explain = await letIn(event, code)
    expect((await showOrder(world, order)).cancellation).toMatchObject({ allowed_now: false, reason: 'redeemed' })
    expect((await cancel()).error?.code).toBe('order_state')
    await explain('other')
    expect((await showOrder(world, order)).cancellation).toMatchObject({ allowed_now: true })
    expect((await cancel()).status).toBe(200)
  })

  it('is not refunded by a choice, neither one of before it nor one of after it', async () => {
    const [early, late] = [await paidOrder(), await paidOrder()]
    const deadline = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
    const run = (event: { readonly uuid: string }) => approvedRun(world, owner, event, { kind: 'postponed', deadline })
    const [first, second] = [await run(early.event), await run(late.event)]
    world.clock.advance(60)
    const choose = (of: typeof early, { uuid }: typeof first) =>
      world.call(chooseRefundByLink, { ...holding(of.order), body: { refund_run_uuid: uuid, choice: 'refund' } })
    expect((await choose(early, first)).status).toBe(200)
    await letIn(early.event, early.code)
    await letIn(late.event, late.code)
    expect((await choose(late, second)).error).toMatchObject({ code: 'order_state', detail: { redeemed: 1 } })
    await workOnRuns(world)
    expect((await itemsOfRun(world, owner, first)).get(early.order.uuid)?.state).toBe('opted_out')
  })
})
