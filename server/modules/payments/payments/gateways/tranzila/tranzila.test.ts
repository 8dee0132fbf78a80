import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  GOOD_CARD,
  openTranzilaDesk,
  payWith,
  testPayment,
  type TranzilaDesk,
} from '../../../../../testing/tranzila.ts'
import { openWorld, type World } from '../../../../../testing/world.ts'
import type { StartPayment } from '../../gateway.ts'

let world: World
let desk: TranzilaDesk

beforeAll(async () => {
  world = await openWorld({ modules: [] })
  desk = await openTranzilaDesk(world)
})
afterAll(async () => {
  await desk?.close()
  await world?.close()
})
beforeEach(async () => {
  await desk.forget()
  desk.answerWith(200)
})

const payment = (other: Partial<StartPayment> = {}) => testPayment(desk, other)

const verify = (one: StartPayment, providerRef?: string) =>
  desk.gateway.verify({ paymentId: one.paymentId, startedAt: world.clock.now(), ...(providerRef && { providerRef }) })

const paid = async (other: Partial<StartPayment> = {}, card = GOOD_CARD) => {
  const one = payment(other)
  const { url } = await desk.gateway.start(one)
  await payWith(url, card)
  const fact = await verify(one)
  if (fact.state !== 'paid') throw new Error(`expected a paid payment, got ${fact.state}`)
  return { one, url, fact }
}

describe('a card payment', () => {
  it('is paid when the gateway books say so, in exactly the agorot asked for', async () => {
    const one = payment({ amount: 10_001 })
    const started = await desk.gateway.start(one)
    expect(started.expiresAt.getTime() - world.clock.now().getTime()).toBe(20 * 60_000)
    expect(await verify(one)).toEqual({ state: 'unknown' })

    const answer = await payWith(started.url, GOOD_CARD)
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe(`${desk.shopUrl}/success`)
    expect(back.searchParams.get('Response')).toBe('000')
    expect(back.searchParams.get('kartis_payment')).toBe(one.paymentId)
    expect(back.href).not.toContain('tamar')

    const word = desk.gateway.parseWebhook(desk.told[0])
    expect(word).toMatchObject({ paymentId: one.paymentId, code: '000', amount: 10_001 })
    expect(await verify(one, word.providerRef)).toMatchObject({
      state: 'paid',
      providerRef: word.providerRef,
      amount: 10_001,
      last4: '1008',
      brandCode: '2',
      issuerCode: '2',
      acquirerCode: '2',
      foreign: false,
      installments: 1,
      extra: [],
    })
  })

  it.each([
    ['4580000000001008', { brandCode: '2', foreign: false, last4: '1008' }],
    ['5326100000001002', { brandCode: '1', foreign: false, last4: '1002' }],
    ['36400000000109', { brandCode: '3', foreign: false, last4: '0109' }],
    ['375510000000104', { brandCode: '4', foreign: false, last4: '0104' }],
    ['4444333322221111', { brandCode: '2', issuerCode: '0', foreign: true, last4: '1111' }],
  ])('with %s keeps the raw codes of the card', async (card, codes) => {
    const { fact } = await paid({}, card)
    expect(fact).toMatchObject(codes)
  })

  it('can be found without its notify, by our own payment id', async () => {
    const one = payment({ notifyUrl: 'http://127.0.0.1:9/never' })
    const { url } = await desk.gateway.start(one)
    await payWith(url, GOOD_CARD)
    expect(desk.told).toEqual([])
    expect(await verify(one)).toMatchObject({ state: 'paid' })
  })

  it('in instalments tells how many, and the parts add up to the sum', async () => {
    const one = payment({ amount: 10_000, maxInstallments: 3 })
    const { url } = await desk.gateway.start(one)
    await payWith(url, GOOD_CARD, { installments: '3' })
    expect(desk.told[0]).toMatchObject({ fpay: '33.34', spay: '33.33', npay: '2', cred_type: '8' })
    expect(await verify(one)).toMatchObject({ state: 'paid', amount: 10_000, installments: 3 })
  })

  it('is refused to a foreign card in instalments', async () => {
    const one = payment({ maxInstallments: 3 })
    const { url } = await desk.gateway.start(one)
    await payWith(url, '4444333322221111', { installments: '2' })
    expect(await verify(one)).toMatchObject({ state: 'declined', code: '440', reason: 'not_supported' })
  })
})

describe('a declined card', () => {
  it('sends the browser to the fail address, tells the code, and leaves the page open for another card', async () => {
    const one = payment()
    const { url } = await desk.gateway.start(one)
    const answer = await payWith(url, '4580000000004002')
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location') ?? '')
    expect([back.pathname, back.searchParams.get('try'), back.searchParams.get('Response')]).toEqual([
      '/fail',
      '1',
      '004',
    ])
    expect(desk.gateway.parseWebhook(desk.told[0])).toMatchObject({ paymentId: one.paymentId, code: '004' })
    expect(desk.told[0]?.['ConfirmationCode']).toBe('0000000')
    expect(await verify(one)).toMatchObject({ state: 'declined', code: '004', reason: 'refused' })

    expect(await (await fetch(url)).text()).toContain('התשלום הקודם לא אושר')
    await payWith(url, GOOD_CARD)
    expect(await verify(one, desk.told[0]?.['index'])).toMatchObject({ state: 'paid' })
  })
})

describe('notifies', () => {
  it('of the slow card arrive twenty seconds after the charge, also when the server was away meanwhile', async () => {
    const one = payment()
    const { url } = await desk.gateway.start(one)
    expect((await payWith(url, '4580000000000026')).status).toBe(303)
    expect(await verify(one)).toMatchObject({ state: 'paid' })
    world.clock.advance(19)
    expect([await desk.deliver(), desk.told.length]).toEqual([0, 0])
    const later = await openTranzilaDesk(world)
    world.clock.advance(1)
    expect(await later.deliver()).toBe(1)
    await later.close()
    expect(desk.gateway.parseWebhook(desk.told[0])).toMatchObject({ paymentId: one.paymentId, code: '000' })
  })

  it('of the stuttering card come three times, all with one key', async () => {
    const one = payment()
    await payWith((await desk.gateway.start(one)).url, '4580000000000034')
    expect(desk.told).toHaveLength(3)
    expect(new Set(desk.told.map((word) => desk.gateway.parseWebhook(word).key)).size).toBe(1)
  })

  it('are sent again while the shop answers with a fault, and no more once it heard', async () => {
    desk.answerWith(503)
    await payWith((await desk.gateway.start(payment())).url, GOOD_CARD)
    expect(await desk.deliver()).toBe(0)
    desk.answerWith(204)
    world.clock.advance(3)
    expect(await desk.deliver()).toBe(1)
    world.clock.advance(60)
    expect(await desk.deliver()).toBe(0)
    expect(desk.told).toHaveLength(2)
  })

  it('are sent once when two processes look at the same moment', async () => {
    await payWith((await desk.gateway.start(payment())).url, '4580000000000026')
    world.clock.advance(20)
    const sent = await Promise.all([desk.deliver(), desk.deliver(), desk.deliver()])
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(desk.told).toHaveLength(1)
  })

  it('speak with the field names of the real gateway and hold no card number, expiry, CVV or ID number', async () => {
    await payWith((await desk.gateway.start(payment())).url, GOOD_CARD)
    const [word = {}] = desk.told
    for (const name of [
      'Response',
      'ConfirmationCode',
      'index',
      'Tempref',
      'sum',
      'ccno',
      'DBFIsForeign',
      'DBFcard',
      'cardtype',
      'DBFcardtype',
      'cardissuer',
      'DBFsolek',
      'cardaquirer',
      'TranzilaTK',
      'supplier',
      'DCdisable',
    ])
      expect(word).toHaveProperty(name)
    expect(word).toMatchObject({ sum: '298.29', ccno: '1008', contact: 'תמר בן-דוד', currency: '1' })
    expect(word['TranzilaTK']).toMatch(/^[a-z][0-9a-f]{14}1008$/)
    const everything = JSON.stringify([
      word,
      await world.db
        .withTables<{ sandbox_transactions: object }>()
        .selectFrom('sandbox_transactions')
        .selectAll()
        .execute(),
    ])
    for (const secret of [GOOD_CARD, '12/30', '000000018', '"123"']) expect(everything).not.toContain(secret)
    expect(JSON.stringify(desk.gateway.parseWebhook(word).raw)).not.toMatch(/TranzilaTK|ccno|contact|תמר|tamar/)
  })
})

describe('a word that nobody signed', () => {
  it('proves nothing: another payment of the same sum does not become ours', async () => {
    const { fact } = await paid()
    const victim = payment()
    expect(await verify(victim, fact.providerRef)).toEqual({ state: 'unknown' })
  })

  it('is read without trust: missing, doubled and foreign fields are no fault', () => {
    const read = (body: unknown) => desk.gateway.parseWebhook(body)
    expect(read(undefined)).toMatchObject({ raw: {} })
    expect(read('x')).toMatchObject({ raw: {} })
    expect(
      read({ index: ['7', '8'], sum: 'a', kartis_payment: 'x', myid: '000000018', ccno: GOOD_CARD }),
    ).toMatchObject({
      providerRef: '7',
      amount: undefined,
      raw: { index: '7', sum: 'a', kartis_payment: 'x' },
    })
    expect(read({ index: "1' or 1=1" })).not.toHaveProperty('providerRef')
    expect(read({ Response: '000' }).key).not.toBe(read({ Response: '004' }).key)
  })
})

describe('a refund', () => {
  const refund = (of: Awaited<ReturnType<typeof paid>>, amount: number, refundId = randomUUID()) =>
    desk.gateway.refund({
      paymentId: of.one.paymentId,
      refundId,
      providerRef: of.fact.providerRef,
      approvalCode: of.fact.approvalCode,
      amount,
    })

  it('may be in parts, to the last agora and not one more', async () => {
    const of = await paid({ amount: 1003 })
    expect(await refund(of, 29)).toMatchObject({ ok: true })
    expect(await refund(of, 974)).toMatchObject({ ok: true })
    expect(await refund(of, 1)).toEqual({ ok: false, code: '23002', retry: false })
    expect(await verify(of.one)).toMatchObject({ state: 'paid', amount: 1003 })
  })

  it('asked for twice is given once', async () => {
    const of = await paid({ amount: 5000 })
    const id = randomUUID()
    const first = await refund(of, 2000, id)
    expect(await refund(of, 2000, id)).toEqual(first)
    expect(await refund(of, 3000)).toMatchObject({ ok: true })
  })

  it('asked for many times at once never gives back more than was paid', async () => {
    const of = await paid({ amount: 5000 })
    const facts = await Promise.all(Array.from({ length: 6 }, () => refund(of, 2000)))
    expect(facts.filter((fact) => fact.ok)).toHaveLength(2)
  })

  it('of an unknown charge, or with a wrong approval, is refused for good', async () => {
    const of = await paid()
    const lost = { ...of, fact: { ...of.fact, providerRef: '999999999' } }
    expect(await refund(lost, 100)).toEqual({ ok: false, code: '20112', retry: false })
    const forged = { ...of, fact: { ...of.fact, approvalCode: '0000000' } }
    expect(await refund(forged, 100)).toEqual({ ok: false, code: '20112', retry: false })
    expect(await refund(of, 0)).toEqual({ ok: false, code: '20014', retry: false })
  })

  it('is to be tried again when the gateway is out of reach or does not know us', async () => {
    const of = await paid()
    const ask = { ...of.fact, paymentId: of.one.paymentId, refundId: randomUUID(), amount: 100 }
    expect(await desk.gatewayWith({ reportBase: 'http://127.0.0.1:9' }).refund(ask)).toMatchObject({
      ok: false,
      code: 'unreachable',
      retry: true,
    })
    expect(await desk.gatewayWith({ secret: 'wrong' }).refund(ask)).toMatchObject({
      ok: false,
      code: 'http_401',
      retry: true,
    })
  })
})

describe('a handshake', () => {
  it('of the first version, by password, opens the same page', async () => {
    const one = payment()
    const { url } = await desk.gatewayWith({ handshakeVersion: 'v1' }).start(one)
    await payWith(url, GOOD_CARD)
    expect(await verify(one)).toMatchObject({ state: 'paid' })
  })

  it('locks a sum on a terminal for a card machine', async () => {
    const given = await desk.gateway.handshake({ terminal: 'kartistest', amount: 4950 })
    expect(given).toEqual({
      thtk: expect.stringMatching(/^t[0-9a-f]{32}$/),
      terminal_name: 'kartistest',
      payment_url: `${desk.config.pageBase}/kartistest/iframenew.php`,
      expires_at: new Date(world.clock.now().getTime() + 20 * 60_000),
    })
  })

  it('is refused to strangers: wrong secret, wrong password, other terminal', async () => {
    await expect(desk.gatewayWith({ secret: 'x' }).start(payment())).rejects.toMatchObject({ code: 'http_401' })
    await expect(desk.gatewayWith({ handshakeVersion: 'v1', password: 'x' }).start(payment())).rejects.toMatchObject({
      code: 'bad_reply',
    })
    await expect(desk.gateway.handshake({ terminal: 'other', amount: 100 })).rejects.toMatchObject({ code: 'http_401' })
  })

  it('fails loudly when the gateway is away', async () => {
    const away = desk.gatewayWith({ apiBase: 'http://127.0.0.1:9', reportBase: 'http://127.0.0.1:9' })
    await expect(away.start(payment())).rejects.toMatchObject({ name: 'GatewayError', code: 'unreachable' })
    await expect(away.verify({ paymentId: randomUUID(), startedAt: world.clock.now() })).rejects.toMatchObject({
      code: 'unreachable',
    })
  })
})
