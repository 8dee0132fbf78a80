import { decideException, listExceptions, showReconciliationLevels } from '@kartis/contract/reconciliation.ts'
import { maskedPhone } from '@kartis/domain/phone.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { addTestTerminal, openTestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { readAllTerminals } from '../../payments/payments/index.ts'
import { lastDays, reconcileTerminal } from './reconcile.ts'

const DAY = 86_400_000

let world: World
let owner: Producer
beforeAll(async () => {
  world = await openWorld({ now: '2026-11-23T10:00:00Z' })
  await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

describe('the differences of an account', () => {
  it('are those of its own terminals: listed, exported, explained by its finance, and nobody else’s', async () => {
    const seller = await producer(world)
    const own = openTestGateway(world.platform.clock)
    await addTestTerminal(world, own, { accountId: seller.account.uuid })
    const event = await eventOnSale(world, seller, { type: { price: 100 } })
    await boughtByCard(world, own, event)
    const [mine] = (await readAllTerminals(world.db)).filter(({ account_id: id }) => id === seller.account.uuid)
    if (!mine) throw new Error('no terminal of its own')
    const days = lastDays(new Date(world.clock.now().getTime() + DAY), 3)
    await reconcileTerminal(world.platform, world.payments.terminals, mine, days)
    const { data } = (await world.call(listExceptions, as(seller))).body
    expect(data).toMatchObject([
      {
        level: 'gateway',
        kind: 'ours_only',
        status: 'open',
        ours_amount: 100,
        theirs_amount: 0,
        event_name: event.event.name,
      },
    ])
    const foundBy = async (or: { number?: string; name?: string }) =>
      (await world.call(listExceptions, { ...as(seller), query: { filter: { or } } })).body.meta.total
    expect(await foundBy({ number: data[0]?.order_number ?? '' })).toBe(1)
    expect(await foundBy({ number: '77', name: event.event.name.slice(1) })).toBe(1)
    for (const or of [{ number: '77' }, { name: '%' }]) expect(await foundBy(or)).toBe(0)
    const uuid = data[0]?.uuid ?? ''
    const decide = (who: Producer, body: object) =>
      world.call(decideException, { ...as(who), params: { uuid }, body: body as { note?: string } })
    expect((await decide(owner, { owner: 'דנה' })).status).toBe(404)
    expect((await world.call(listExceptions, as(owner))).body.data).toEqual([])
    expect((await decide(seller, { status: 'explained' })).error?.detail).toEqual({ note: ['required'] })
    const explained = await decide(seller, { status: 'explained', note: 'נגבה במסוף אחר', owner: 'דנה' })
    expect(explained.body.data).toMatchObject({ status: 'explained', note: 'נגבה במסוף אחר', owner: 'דנה' })
    expect(explained.body.data.changed_by).toContain('נועה')
    const rename = (first_name: string | null, last_name: string | null) =>
      world.db.updateTable('users').set({ first_name, last_name }).where('id', '=', seller.user.uuid).execute()
    await rename(null, null)
    expect((await world.call(listExceptions, as(seller))).body.data[0]?.changed_by).toBe(maskedPhone(seller.phone))
    await rename('נועה', 'לוי')
    expect((await decide(seller, { status: 'written_off', note: 'סגור' })).status).toBe(200)
    expect((await decide(seller, { status: 'fixed', note: 'שוב' })).error?.code).toBe('conflict')
    const open = await world.call(listExceptions, { ...as(seller), query: { filter: { status: 'open' } } })
    expect(open.body.meta.total).toBe(0)
    expect((await world.http('GET', '/api/v1/producer/exceptions/export', undefined, as(seller))).status).toBe(200)
  })

  it('are counted for each level, with the charges that were found in both books and those that are not compared yet', async () => {
    const seller = await producer(world)
    const own = openTestGateway(world.platform.clock)
    await addTestTerminal(world, own, { accountId: seller.account.uuid })
    const event = await eventOnSale(world, seller, { type: { price: 100 } })
    await boughtByCard(world, own, event)
    const levels = async (who: Producer) => (await world.call(showReconciliationLevels, as(who))).body.data
    const none = {
      rows_count: 0,
      rows_amount: 0,
      matched_count: 0,
      matched_amount: 0,
      waiting_count: 0,
      waiting_amount: 0,
      loaded_at: null,
    }
    expect(await levels(seller)).toEqual(
      ['gateway', 'acquirer'].map((level) => ({ level, ...none, open_count: 0, open_amount: 0 })),
    )
    const [mine] = (await readAllTerminals(world.db)).filter(({ account_id: id }) => id === seller.account.uuid)
    if (!mine) throw new Error('no terminal of its own')
    const day = '2026-11-23'
    const at = world.clock.now()
    const { id: paymentId, event_id: eventId } = await world.db
      .selectFrom('payments')
      .select(['id', 'event_id'])
      .where('account_id', '=', seller.account.uuid)
      .executeTakeFirstOrThrow()
    const row = {
      terminal_id: mine.id,
      kind: 'charge',
      currency: 'ILS',
      at,
      day,
      reference: null,
      loaded_at: at,
    } as const
    await world.db
      .insertInto('gateway_rows')
      .values([
        {
          ...row,
          ref: 'known',
          amount: 10_000,
          charge_ref: null,
          event_id: eventId,
          payment_id: paymentId,
          refund_id: null,
        },
        { ...row, ref: 'foreign', amount: 7_500, charge_ref: null, event_id: null, payment_id: null, refund_id: null },
        {
          ...row,
          ref: 'of the day that is not over',
          day: '2026-11-24',
          amount: 2_550,
          charge_ref: null,
          event_id: null,
          payment_id: null,
          refund_id: null,
        },
        {
          ...row,
          ref: 'old',
          day: '2026-09-01',
          amount: 1,
          charge_ref: null,
          event_id: null,
          payment_id: null,
          refund_id: null,
        },
      ])
      .execute()
    await reconcileTerminal(world.platform, world.payments.terminals, mine, lastDays(new Date(at.getTime() + DAY), 3))
    const [gateway] = await levels(seller)
    expect(gateway).toMatchObject({
      level: 'gateway',
      rows_count: 3,
      rows_amount: 200.5,
      matched_count: 1,
      matched_amount: 100,
      waiting_count: 1,
      waiting_amount: 25.5,
    })
    expect(gateway?.open_count).toBeGreaterThan(0)
    const [stranger] = await levels(await producer(world))
    expect(stranger).toMatchObject({ rows_count: 0, open_count: 0 })
  })
})
