import {
  addPaymentTerminal,
  changePaymentTerminal,
  listPaymentTerminals,
  testPaymentTerminal,
} from '@kartis/contract/payment-terminals.ts'
import { pay } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { holding, reserved, showOrder, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { setContract } from '../../people/accounts/index.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ env: { SETTLEMENT_MODE: 'direct', RATE_LIMITS: 'on' } })
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await producer(world)
})

/** What the simulator of CardCom accepts. */
const CARDCOM = { terminal: '1000', api_name: 'sandbox', api_password: 'sandbox' }

const add = (fields: Record<string, string> = CARDCOM, more = {}, gateway = 'cardcom') =>
  world.call(addPaymentTerminal, { ...as(owner), body: { gateway, fields, ...more } })
const listed = async () => (await world.call(listPaymentTerminals, as(owner))).body.data
const change = (uuid: string, body: object, by = owner) =>
  world.call(changePaymentTerminal, { ...as(by), params: { uuid }, body })

const chargedAt = async (): Promise<{ url: string | undefined; code: string | undefined; ways: unknown }> => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 600 } })
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
  const { payment_ways: ways } = await showOrder(world, order)
  const answer = await world.call(pay, holding(order))
  return { url: answer.error ? undefined : answer.body.data.payment?.url, code: answer.error?.code, ways }
}

describe('the payment terminals of a producer', () => {
  it.each([
    ['tranzila', { terminal: 'kartis', app_key: 'sandbox', secret: 'sandbox' }],
    ['cardcom', CARDCOM],
    [
      'payplus',
      { api_key: 'sandbox', secret_key: 'sandbox', page_uid: 'sandbox-page', terminal_uid: 'sandbox-terminal' },
    ],
  ])(
    'are added at %s once the gateway knows them, charge buyers from then on, and never show a secret',
    async (name, fields) => {
      const added = await add(fields, { max_installments: 6, min_installment: 50, bit: true }, name)
      expect([added.status, added.body.data]).toMatchObject([
        201,
        { gateway: name, status: 'active', is_default: true, max_installments: 6, min_installment: 50, bit: true },
      ])
      const all = await world.call(listPaymentTerminals, as(owner))
      expect(all.body.data.terminals).toEqual([added.body.data])
      expect(all.body.data.gateways.find((each) => each.name === name)?.fields.map((field) => field.name)).toEqual(
        Object.keys(fields),
      )
      expect(added.text + all.text).not.toContain('sandbox"')
      const row = await world.db
        .selectFrom('payment_terminals')
        .select('config')
        .where('id', '=', added.body.data.uuid)
        .executeTakeFirstOrThrow()
      expect(row.config).not.toContain('sandbox')
      const { url, ways } = await chargedAt()
      expect(url).toContain(`/sandbox/${name}/`)
      expect(ways).toEqual({ max_installments: 6, bit: true })
    },
  )

  it('are not added while the gateway refuses the credentials', async () => {
    const refused = await add({ ...CARDCOM, api_password: 'mistyped' })
    expect([refused.status, refused.error?.code]).toEqual([422, 'terminal_refused'])
    expect((await listed()).terminals).toEqual([])
    expect((await chargedAt()).url).toContain('/sandbox/tranzila/')
  })

  it('name every field that is missing, unknown or wrong, and take no address', async () => {
    const wrong = await add({ terminal: 'abc', api_name: 'sandbox', url: 'http://169.254.169.254/' })
    expect(wrong.error?.detail).toEqual({
      'fields.terminal': ['invalid_text'],
      'fields.api_password': ['required'],
      'fields.url': ['unknown_field'],
    })
    expect((await add({}, {}, 'stripe')).error?.detail).toEqual({ gateway: ['unknown_option'] })
  })

  it('that are suspended get no new payment, and other terminals take none of the account’s', async () => {
    const { uuid } = (await add()).body.data
    expect((await change(uuid, { status: 'suspended' })).body.data).toMatchObject({
      status: 'suspended',
      is_default: false,
    })
    expect((await chargedAt()).code).toBe('payment_unavailable')
    expect((await change(uuid, { status: 'active', max_installments: 3 })).body.data).toMatchObject({
      status: 'active',
      is_default: true,
      max_installments: 3,
    })
    expect((await chargedAt()).ways).toEqual({ max_installments: 3, bit: false })
  })

  it('are tested without a charge, ten times in ten minutes', async () => {
    const { uuid } = (await add()).body.data
    const test = () => world.call(testPaymentTerminal, { ...as(owner), params: { uuid } })
    expect((await test()).body.data).toMatchObject({ works: true, problem: null })
    for (let done = 0; done < 8; done++) await test()
    expect((await test()).error?.code).toBe('too_many_requests')
  })

  it('are in the security log, and every manager hears of them; a change of nothing is none', async () => {
    const { uuid } = (await add()).body.data
    await change(uuid, { status: 'suspended' })
    await change(uuid, { status: 'suspended' })
    await change(uuid, { status: 'active' })
    await change(uuid, { bit: true })
    const acts = await world.db
      .selectFrom('security_log')
      .select(['act', 'target', 'detail'])
      .where('account_id', '=', owner.account.uuid)
      .where('target', '=', uuid)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(
      ['added', 'suspended', 'resumed', 'changed'].map((act) => `payment_terminal.${act}`),
    )
    expect(acts[0]).toMatchObject({ target: uuid, detail: { terminal: 'cardcom 1000' } })
    const { n } = await world.db
      .selectFrom('messages')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('account_id', '=', owner.account.uuid)
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(4)
  })

  it('are the operator’s where the installation collects for the account', async () => {
    const { uuid } = (await add()).body.data
    await setContract(world.platform, owner.account.uuid, { mode: 'platform' })
    expect((await listed()).own).toBe(false)
    for (const answer of [await add(), await change(uuid, { bit: true })])
      expect(answer.error?.code).toBe('terminals_by_operator')
  })

  it('are nobody else’s, and their changes ask for a fresh proof', async () => {
    const { uuid } = (await add()).body.data
    const stranger = await producer(world)
    expect((await change(uuid, { bit: true }, stranger)).status).toBe(404)
    expect((await world.call(testPaymentTerminal, { ...as(stranger), params: { uuid } })).status).toBe(404)
    expect((await world.call(listPaymentTerminals, as(stranger))).body.data.terminals).toEqual([])
    world.clock.advance(601)
    for (const answer of [await add(), await change(uuid, { bit: true })])
      expect(answer.error?.code).toBe('proof_required')
    expect((await listed()).terminals).toHaveLength(1)
  })
})
