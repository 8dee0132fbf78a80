import { updateEvent } from '@kartis/contract/events.ts'
import { pay } from '@kartis/contract/public-orders.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { listen } from '@kartis/simulators/listen.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/database/db.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { cardForm, GOOD_CARD } from '../../../testing/gateway-bench.ts'
import { holding, reserved, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { addTerminal, changeTerminal, type ListedTerminal, listTerminals, type Problem } from './manage-terminals.ts'
import { readPayment } from './payments-queries.ts'
import { requestRefund } from './refund.ts'

const PRICE = 300

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ env: { PUBLIC_URL: 'https://kartis.test' } })
  await world.payments.terminals.saveFromSettings()
})
beforeEach(async () => {
  owner = await producer(world)
})
afterAll(() => world.close())

const done = (terminal: ListedTerminal | Problem): ListedTerminal => {
  if ('problem' in terminal) throw new Error(terminal.problem)
  return terminal
}

const simulated = (provider: string, accountId: string | null, offer = {}) =>
  addTerminal(world.platform, { accountId, provider, variables: {}, sandbox: true, offer })

/** What a buyer of an event of the producer gets who wants to pay; `settings` of the event. */
const startPayment = async (seller: Producer, settings: object = {}, installments?: number) => {
  const { event, type } = await eventOnSale(world, seller, { type: { price: PRICE } })
  await world.call(updateEvent, { ...as(seller), params: { uuid: event.uuid }, body: { settings } })
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
  const { body, error } = await world.call(pay, { ...holding(order), body: { installments } })
  return { order, error, payment: body.data?.payment ?? undefined }
}

const pageOf = async (url = '') => (await world.http('GET', new URL(url).pathname + new URL(url).search)).text
const maxInstallmentsOf = async (url?: string): Promise<number> =>
  (await pageOf(url)).match(/<option value="\d+"/g)?.length ?? 1

describe('the terminal of an account', () => {
  it('charges the payments of its events, and nobody else’s', async () => {
    const added = done(await simulated('cardcom', owner.account.uuid))
    expect(added).toMatchObject({ provider: 'cardcom', state: 'active', account: expect.any(String) })
    const own = await startPayment(owner)
    expect(own.payment?.url).toContain('/sandbox/cardcom/')
    expect((await startPayment(await producer(world))).payment?.url).toContain('/sandbox/tranzila/')
    expect(JSON.stringify(await listTerminals(world.platform))).not.toContain('sandbox"')
  })

  it('that is suspended gets no new payment, nor does another terminal, but it still settles and refunds its own', async () => {
    const { id } = done(await simulated('payplus', owner.account.uuid))
    const before = await startPayment(owner)
    expect(done(await changeTerminal(world.platform, id, 'suspend', {})).state).toBe('suspended')
    expect((await startPayment(owner)).error).toMatchObject({ code: 'payment_unavailable' })
    // A second attempt does not take the path of the first.
    expect((await world.call(pay, holding((await startPayment(owner)).order))).error?.code).toBe('payment_unavailable')

    const { pathname } = new URL(before.payment?.url ?? '')
    await world.http('POST', pathname, cardForm(GOOD_CARD).toString(), {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    await world.platform.jobs.drain({ names: ['payments.word'] })
    const payment = await readPayment(world.db, before.payment?.uuid ?? '')
    expect(payment).toMatchObject({ status: 'paid', terminal_id: id })
    const { event_id: eventId = '', id: paymentId = '' } = payment ?? {}
    const refund = await inTransaction(world.db, (tx) =>
      requestRefund(world.platform, tx, { eventId, paymentId, amount: 1000, reason: 'test' }),
    )
    if (isRefusal(refund)) throw new Error('the refund was refused')
    expect(await world.payments.sendRefund({ eventId, refundId: refund.id })).toBe('done')

    expect(done(await changeTerminal(world.platform, id, 'resume', {})).state).toBe('active')
    expect((await startPayment(owner)).payment?.url).toContain('/sandbox/payplus/')
  })

  it('that is removed leaves the account to the terminal of the installation', async () => {
    const { id } = done(await simulated('cardcom', owner.account.uuid))
    expect(done(await changeTerminal(world.platform, id, 'remove', {})).state).toBe('removed')
    expect((await startPayment(owner)).payment?.url).toContain('/sandbox/tranzila/')
  })

  it('with wrong or missing credentials is refused with the variable that is wrong', async () => {
    const add = (variables: Record<string, string>, provider = 'cardcom') =>
      addTerminal(world.platform, { accountId: null, provider, variables, sandbox: false, offer: {} })
    expect(await add({ CARDCOM_TERMINAL: 'x' })).toEqual({
      problem: expect.stringContaining('CARDCOM_TERMINAL is wrong'),
    })
    expect(await add({ CARDCOM_TERMINAL: '1000' })).toEqual({
      problem: expect.stringContaining('CARDCOM_API_NAME is missing'),
    })
    expect(await add({}, 'cash')).toEqual({ problem: expect.stringContaining('no gateway cash') })
    const [settings] = await listTerminals(world.platform)
    expect(await changeTerminal(world.platform, settings?.id ?? '', 'remove', {})).toHaveProperty('problem')
  })

  it('is saved once its gateway accepts the credentials, or unchecked where it is away', async () => {
    const gateway = await listen((request, reply) => {
      let text = ''
      request.on('data', (part: Buffer) => (text += part.toString()))
      request.on('end', () => {
        const ResponseCode = text.includes('"ApiPassword":"right"') ? 0 : 603
        reply.setHeader('content-type', 'application/json').end(JSON.stringify({ ResponseCode, Tranzactions: [] }))
      })
    })
    const add = (password: string, unchecked = false) =>
      addTerminal(world.platform, {
        accountId: owner.account.uuid,
        provider: 'cardcom',
        variables: {
          CARDCOM_TERMINAL: '78',
          CARDCOM_API_NAME: 'name',
          CARDCOM_API_PASSWORD: password,
          CARDCOM_URL: gateway.url,
        },
        sandbox: false,
        offer: {},
        unchecked,
      })
    const saved = async () => (await listTerminals(world.platform)).filter(({ name }) => name === '78')
    expect(await add('wrong')).toEqual({ problem: expect.stringContaining('refuses these credentials') })
    expect(await saved()).toEqual([])
    expect(done(await add('right')).state).toBe('active')
    await gateway.close()
    expect(await add('right')).toEqual({ problem: expect.stringContaining('--unchecked') })
    const { id } = done(await add('right', true))
    expect(done(await changeTerminal(world.platform, id, 'remove', {})).state).toBe('removed')
  })

  it('at another gateway may be shown in a frame of the sale site', async () => {
    const variables = { CARDCOM_TERMINAL: '77', CARDCOM_API_NAME: 'name', CARDCOM_API_PASSWORD: 'password' }
    const { id } = done(
      await addTerminal(world.platform, {
        accountId: owner.account.uuid,
        provider: 'cardcom',
        variables,
        sandbox: false,
        offer: {},
        unchecked: true,
      }),
    )
    const frames = async () => String((await world.http('GET', '/order')).headers['content-security-policy'])
    expect(await frames()).not.toContain('cardcom')
    await world.payments.terminals.refreshOrigins()
    expect(await frames()).toContain("frame-src 'self' https://secure.cardcom.solutions")
    done(await changeTerminal(world.platform, id, 'remove', {}))
    await world.payments.terminals.refreshOrigins()
    expect(await frames()).not.toContain('cardcom')
  })
})

describe('a second terminal of the installation', () => {
  it('is used while that of the settings is suspended, also after a restart', async () => {
    const [first] = await listTerminals(world.platform)
    const second = done(await simulated('cardcom', null))
    expect((await startPayment(owner)).payment?.url).toContain('/sandbox/tranzila/')
    await changeTerminal(world.platform, first?.id ?? '', 'suspend', {})
    await world.payments.terminals.saveFromSettings()
    expect((await startPayment(owner)).payment?.url).toContain('/sandbox/cardcom/')
    await changeTerminal(world.platform, first?.id ?? '', 'resume', {})
    expect((await startPayment(owner)).payment?.url).toContain('/sandbox/tranzila/')
    await changeTerminal(world.platform, second.id, 'remove', {})
  })
})

describe('the page of a terminal', () => {
  it('offers the fewest instalments of terminal, smallest instalment, event and buyer', async () => {
    const offer = { maxInstallments: 10, minInstallment: 5000 }
    done(await simulated('cardcom', owner.account.uuid, offer))
    const maxOffered = async (settings?: object, limit?: number) =>
      maxInstallmentsOf((await startPayment(owner, settings, limit)).payment?.url)
    expect(await maxOffered()).toBe(6)
    expect(await maxOffered({ max_installments: 3 })).toBe(3)
    expect(await maxOffered({ max_installments: 3 }, 2)).toBe(2)
    owner = await producer(world)
    const { id } = done(await simulated('cardcom', owner.account.uuid, offer))
    expect(done(await changeTerminal(world.platform, id, 'offer', { maxInstallments: 1 })).offer).toEqual({
      ...offer,
      maxInstallments: 1,
      bit: false,
    })
    expect(await maxOffered({ max_installments: 12 })).toBe(1)
    expect((await startPayment(owner, { max_installments: 12 }, 12)).error).toMatchObject({ code: 'validation' })
  })

  it('has Bit where the terminal offers it', async () => {
    done(await simulated('payplus', owner.account.uuid, { bit: true }))
    expect(await pageOf((await startPayment(owner)).payment?.url)).toContain('value="bit"')
    const other = await producer(world)
    done(await simulated('payplus', other.account.uuid))
    expect(await pageOf((await startPayment(other)).payment?.url)).not.toContain('value="bit"')
  })
})
