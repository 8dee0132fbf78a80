import { cancelOrder, showOrder } from '@kartis/contract/orders.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { approveRun, itemsOfRun, previewedRun, workOnRuns } from '../../../testing/refund-runs.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { recordForeignRefund, requestRefund } from '../../payments/payments/index.ts'
import { moveDispute } from './move-dispute.ts'
import { noteDispute } from './note-dispute.ts'

let world: World
let owner: Producer
let gateway: TestGateway
beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

/** A charge of ₪298 for two tickets, in the ledger. */
const charged = async () => {
  const sale = await eventOnSale(world, owner)
  const order = await boughtByCard(world, gateway, sale, { quantity: 2 })
  await world.handleEvents()
  const payment = await world.db
    .selectFrom('payments')
    .select('id')
    .where('event_id', '=', sale.event.uuid)
    .executeTakeFirstOrThrow()
  return { sale, order, eventId: sale.event.uuid, paymentId: payment.id }
}

const noted = async (paymentId: string, amount?: number): Promise<string> => {
  const result = await noteDispute(world.platform, { paymentId, reference: 'C1', reason: '', amount, by: 'Dana' })
  if ('problem' in result) throw new Error(result.problem)
  return result.id
}

const refund = async (of: { eventId: string; paymentId: string }, amount: number): Promise<string> => {
  const result = await inTransaction(world.db, (tx) =>
    requestRefund(world.platform, tx, { ...of, amount, reason: 'test' }),
  )
  return isRefusal(result) ? result.refusal : 'requested'
}

const decided = (id: string, to: 'won' | 'lost') => moveDispute(world.platform, id, { to, by: 'Dana' })

describe('a charge that is disputed', () => {
  it('is refunded only as far as it is not disputed, by however many at once, and whole again when the dispute was won', async () => {
    const of = await charged()
    const id = await noted(of.paymentId, 20_000)
    expect(await refund(of, 9801)).toBe('refund_failed')
    const racing = await Promise.all([1, 2, 3].map(() => refund(of, 9800)))
    expect(racing.toSorted()).toEqual(['refund_failed', 'refund_failed', 'requested'])
    await decided(id, 'won')
    expect(await refund(of, 20_000)).toBe('requested')
  })

  it('is not refunded after the acquirer has taken it', async () => {
    const of = await charged()
    await decided(await noted(of.paymentId), 'lost')
    expect(await refund(of, 1)).toBe('refund_failed')
  })

  it('shows on its order, whose tickets are cancelled without a refund only', async () => {
    const { order, paymentId } = await charged()
    await noted(paymentId)
    const params = { uuid: order.uuid }
    const shown = (await world.call(showOrder, { ...as(owner), params, query: { with: ['payments'] } })).body.data
    expect(shown.payments).toMatchObject([{ amount: 298, refunded: 0, disputed: 298 }])
    expect(shown.can).toMatchObject({ cancel: true, refund: false })
    const cancel = (body: { refund: boolean }) =>
      world.call(cancelOrder, { ...as(owner), params, body: { ...body, reason: 'הכחשה' } })
    expect((await cancel({ refund: true })).error).toMatchObject({ code: 'charge_disputed', detail: { amount: 298 } })
    expect((await cancel({ refund: false })).status).toBe(200)
  })

  it('waits for a person in a refund run, also when it is disputed after the preview', async () => {
    const [disputed, later] = [await charged(), await charged()]
    await noted(disputed.paymentId)
    const run = await previewedRun(world, owner, disputed.sale.event)
    expect(run.preview.by_hand).toEqual([{ reason: 'disputed', orders: 1, amount: 298 }])
    const second = await previewedRun(world, owner, later.sale.event)
    await approveRun(world, as(owner), second)
    await noted(later.paymentId)
    await workOnRuns(world)
    expect([...(await itemsOfRun(world, owner, second)).values()]).toMatchObject([
      { state: 'manual', by_hand: 'disputed' },
    ])
    expect(gateway.refunds.filter(({ paymentId }) => paymentId === later.paymentId)).toEqual([])
  })

  it('has a refund that was made in the console of the gateway all the same: the money is gone', async () => {
    const { eventId, paymentId } = await charged()
    await noted(paymentId)
    const found = { eventId, paymentId, amount: 29_800, ref: 'console', way: 'credit', reason: 'console' } as const
    const recorded = await inTransaction(world.db, (tx) => recordForeignRefund(world.platform, tx, found))
    expect(isRefusal(recorded)).toBe(false)
  })

  it('can be disputed after it was refunded: what the acquirer takes is lost twice until the refund has won it back', async () => {
    const of = await charged()
    expect(await refund(of, 29_800)).toBe('requested')
    await workOnRuns(world)
    await world.handleEvents()
    const heldBy = async (account: string): Promise<number> => {
      const { rows } = await sql<{ amount: number }>`
        select coalesce(sum(e.amount), 0)::float8 as amount from ledger_entries e
        join journals j on j.account_id = e.account_id and j.seq = e.seq
        where j.event_id = ${of.eventId} and e.ledger_account = ${account}`.execute(world.db)
      return rows[0]?.amount ?? 0
    }
    expect(await heldBy('producer_payable')).toBe(0)
    const id = await noted(of.paymentId)
    await world.handleEvents()
    expect([await heldBy('producer_payable'), await heldBy('disputes_reserve')]).toEqual([29_800, -29_800])
    expect(await refund(of, 1)).toBe('refund_failed')
    await decided(id, 'won')
    await world.handleEvents()
    expect([await heldBy('producer_payable'), await heldBy('disputes_reserve')]).toEqual([0, 0])
    expect(await refund(of, 1)).toBe('refund_failed')
  })
})
