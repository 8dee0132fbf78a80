import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GOOD_CARD, openTranzila, payWith, testPayment, type TranzilaSetup } from '../../../../../testing/tranzila.ts'
import { openWorld, type World } from '../../../../../testing/world.ts'
import type { StartPayment } from '../../gateway.ts'

let world: World
let tranzila: TranzilaSetup

beforeAll(async () => {
  world = await openWorld({ modules: [] })
  tranzila = await openTranzila(world)
})
afterAll(async () => {
  await tranzila?.close()
  await world?.close()
})
beforeEach(async () => {
  await tranzila.deleteNotifies()
  tranzila.replyWith(200)
})

const newPayment = (other: Partial<StartPayment> = {}) => testPayment(tranzila, other)

const verify = (payment: StartPayment, providerRef?: string) =>
  tranzila.gateway.verify({
    paymentId: payment.paymentId,
    startedAt: world.clock.now(),
    ...(providerRef && { providerRef }),
  })

const paid = async (other: Partial<StartPayment> = {}, card = GOOD_CARD) => {
  const payment = newPayment(other)
  const { url } = await tranzila.gateway.start(payment)
  await payWith(url, card)
  const fact = await verify(payment)
  if (fact.state !== 'paid') throw new Error(`expected a paid payment, got ${fact.state}`)
  return { payment, url, fact }
}

describe('a card payment', () => {
  it('a payment is paid when the records of the gateway say so, in exactly the requested amount', async () => {
    const payment = newPayment({ amount: 10_001 })
    const started = await tranzila.gateway.start(payment)
    expect(started.expiresAt.getTime() - world.clock.now().getTime()).toBe(20 * 60_000)
    expect(await verify(payment)).toEqual({ state: 'unknown' })

    const answer = await payWith(started.url, GOOD_CARD)
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe(`${tranzila.shopUrl}/success`)
    expect(back.searchParams.get('Response')).toBe('000')
    expect(back.searchParams.get('kartis_payment')).toBe(payment.paymentId)
    expect(back.href).not.toContain('tamar')

    const webhook = tranzila.gateway.parseWebhook(tranzila.notifies[0])
    expect(webhook).toMatchObject({ paymentId: payment.paymentId, code: '000', amount: 10_001 })
    expect(await verify(payment, webhook.providerRef)).toMatchObject({
      state: 'paid',
      providerRef: webhook.providerRef,
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

  it('a payment is found without its notify, by our own payment id', async () => {
    const payment = newPayment({ notifyUrl: 'http://127.0.0.1:9/never' })
    const { url } = await tranzila.gateway.start(payment)
    await payWith(url, GOOD_CARD)
    expect(tranzila.notifies).toEqual([])
    expect(await verify(payment)).toMatchObject({ state: 'paid' })
  })

  it('a payment in instalments reports how many, and the parts add up to the amount', async () => {
    const payment = newPayment({ amount: 10_000, maxInstallments: 3 })
    const { url } = await tranzila.gateway.start(payment)
    await payWith(url, GOOD_CARD, { installments: '3' })
    expect(tranzila.notifies[0]).toMatchObject({ fpay: '33.34', spay: '33.33', npay: '2', cred_type: '8' })
    expect(await verify(payment)).toMatchObject({ state: 'paid', amount: 10_000, installments: 3 })
  })

  it('instalments are refused to a foreign card', async () => {
    const payment = newPayment({ maxInstallments: 3 })
    const { url } = await tranzila.gateway.start(payment)
    await payWith(url, '4444333322221111', { installments: '2' })
    expect(await verify(payment)).toMatchObject({ state: 'declined', code: '440', reason: 'not_supported' })
  })
})

describe('a declined card', () => {
  it('a declined card sends the browser to the fail address with the code, and leaves the page open for another card', async () => {
    const payment = newPayment()
    const { url } = await tranzila.gateway.start(payment)
    const answer = await payWith(url, '4580000000004002')
    expect(answer.status).toBe(303)
    const back = new URL(answer.headers.get('location') ?? '')
    expect([back.pathname, back.searchParams.get('try'), back.searchParams.get('Response')]).toEqual([
      '/fail',
      '1',
      '004',
    ])
    expect(tranzila.gateway.parseWebhook(tranzila.notifies[0])).toMatchObject({
      paymentId: payment.paymentId,
      code: '004',
    })
    expect(tranzila.notifies[0]?.['ConfirmationCode']).toBe('0000000')
    expect(await verify(payment)).toMatchObject({ state: 'declined', code: '004', reason: 'refused' })

    expect(await (await fetch(url)).text()).toContain('התשלום הקודם לא אושר')
    await payWith(url, GOOD_CARD)
    expect(await verify(payment, tranzila.notifies[0]?.['index'])).toMatchObject({ state: 'paid' })
  })
})

describe('notifies', () => {
  it('notifies of the slow card arrive twenty seconds after the charge, also when the server was down meanwhile', async () => {
    const payment = newPayment()
    const { url } = await tranzila.gateway.start(payment)
    expect((await payWith(url, '4580000000000026')).status).toBe(303)
    expect(await verify(payment)).toMatchObject({ state: 'paid' })
    world.clock.advance(19)
    expect([await tranzila.deliver(), tranzila.notifies.length]).toEqual([0, 0])
    const later = await openTranzila(world)
    world.clock.advance(1)
    expect(await later.deliver()).toBe(1)
    await later.close()
    expect(tranzila.gateway.parseWebhook(tranzila.notifies[0])).toMatchObject({
      paymentId: payment.paymentId,
      code: '000',
    })
  })

  it('notifies of the repeating card arrive three times, all with one key', async () => {
    const payment = newPayment()
    await payWith((await tranzila.gateway.start(payment)).url, '4580000000000034')
    expect(tranzila.notifies).toHaveLength(3)
    expect(new Set(tranzila.notifies.map((webhook) => tranzila.gateway.parseWebhook(webhook).key)).size).toBe(1)
  })

  it('notifies are repeated while the shop replies with an error status, and no more after a success', async () => {
    tranzila.replyWith(503)
    await payWith((await tranzila.gateway.start(newPayment())).url, GOOD_CARD)
    expect(await tranzila.deliver()).toBe(0)
    tranzila.replyWith(204)
    world.clock.advance(3)
    expect(await tranzila.deliver()).toBe(1)
    world.clock.advance(60)
    expect(await tranzila.deliver()).toBe(0)
    expect(tranzila.notifies).toHaveLength(2)
  })

  it('notifies are sent once when two processes deliver at the same moment', async () => {
    await payWith((await tranzila.gateway.start(newPayment())).url, '4580000000000026')
    world.clock.advance(20)
    const sent = await Promise.all([tranzila.deliver(), tranzila.deliver(), tranzila.deliver()])
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(tranzila.notifies).toHaveLength(1)
  })

  it('notifies have the field names of the real gateway and no card number, expiry, CVV or ID number', async () => {
    await payWith((await tranzila.gateway.start(newPayment())).url, GOOD_CARD)
    const [webhook = {}] = tranzila.notifies
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
      expect(webhook).toHaveProperty(name)
    expect(webhook).toMatchObject({ sum: '298.29', ccno: '1008', contact: 'תמר בן-דוד', currency: '1' })
    expect(webhook['TranzilaTK']).toMatch(/^[a-z][0-9a-f]{14}1008$/)
    const everything = JSON.stringify([
      webhook,
      await world.db
        .withTables<{ sandbox_transactions: object }>()
        .selectFrom('sandbox_transactions')
        .selectAll()
        .execute(),
    ])
    for (const secret of [GOOD_CARD, '12/30', '000000018', '"123"']) expect(everything).not.toContain(secret)
    expect(JSON.stringify(tranzila.gateway.parseWebhook(webhook).raw)).not.toMatch(/TranzilaTK|ccno|contact|תמר|tamar/)
  })
})

describe('an unsigned notify', () => {
  it('an unsigned notify proves nothing: another payment of the same amount does not become ours', async () => {
    const { fact } = await paid()
    const victim = newPayment()
    expect(await verify(victim, fact.providerRef)).toEqual({ state: 'unknown' })
  })

  it('an unsigned notify with missing, doubled or foreign fields is parsed without an error', () => {
    const read = (body: unknown) => tranzila.gateway.parseWebhook(body)
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
    tranzila.gateway.refund({
      paymentId: of.payment.paymentId,
      refundId,
      providerRef: of.fact.providerRef,
      approvalCode: of.fact.approvalCode,
      amount,
    })

  it('a charge is refunded in parts, to the last agora and not one more', async () => {
    const of = await paid({ amount: 1003 })
    expect(await refund(of, 29)).toMatchObject({ ok: true })
    expect(await refund(of, 974)).toMatchObject({ ok: true })
    expect(await refund(of, 1)).toEqual({ ok: false, code: '23002', retry: false })
    expect(await verify(of.payment)).toMatchObject({ state: 'paid', amount: 1003 })
  })

  it('a refund requested twice is made once', async () => {
    const of = await paid({ amount: 5000 })
    const id = randomUUID()
    const first = await refund(of, 2000, id)
    expect(await refund(of, 2000, id)).toEqual(first)
    expect(await refund(of, 3000)).toMatchObject({ ok: true })
  })

  it('concurrent refunds never exceed what was paid', async () => {
    const of = await paid({ amount: 5000 })
    const facts = await Promise.all(Array.from({ length: 6 }, () => refund(of, 2000)))
    expect(facts.filter((fact) => fact.ok)).toHaveLength(2)
  })

  it('a refund of an unknown charge or with a wrong approval is refused permanently', async () => {
    const of = await paid()
    const lost = { ...of, fact: { ...of.fact, providerRef: '999999999' } }
    expect(await refund(lost, 100)).toEqual({ ok: false, code: '20112', retry: false })
    const forged = { ...of, fact: { ...of.fact, approvalCode: '0000000' } }
    expect(await refund(forged, 100)).toEqual({ ok: false, code: '20112', retry: false })
    expect(await refund(of, 0)).toEqual({ ok: false, code: '20014', retry: false })
  })

  it('a refund is retried when the gateway is unreachable or rejects our credentials', async () => {
    const of = await paid()
    const refund = { ...of.fact, paymentId: of.payment.paymentId, refundId: randomUUID(), amount: 100 }
    expect(await tranzila.gatewayWith({ reportBase: 'http://127.0.0.1:9' }).refund(refund)).toMatchObject({
      ok: false,
      code: 'unreachable',
      retry: true,
    })
    expect(await tranzila.gatewayWith({ secret: 'wrong' }).refund(refund)).toMatchObject({
      ok: false,
      code: 'http_401',
      retry: true,
    })
  })
})

describe('a handshake', () => {
  it('a handshake of the first version, by password, opens the same page', async () => {
    const payment = newPayment()
    const { url } = await tranzila.gatewayWith({ handshakeVersion: 'v1' }).start(payment)
    await payWith(url, GOOD_CARD)
    expect(await verify(payment)).toMatchObject({ state: 'paid' })
  })

  it('a handshake locks an amount on a terminal for a card reader', async () => {
    const handshake = await tranzila.gateway.handshake({ terminal: 'kartistest', amount: 4950 })
    expect(handshake).toEqual({
      thtk: expect.stringMatching(/^t[0-9a-f]{32}$/),
      terminal_name: 'kartistest',
      payment_url: `${tranzila.config.pageBase}/kartistest/iframenew.php`,
      expires_at: new Date(world.clock.now().getTime() + 20 * 60_000),
    })
  })

  it('a handshake with a wrong secret, password or terminal is refused', async () => {
    await expect(tranzila.gatewayWith({ secret: 'x' }).start(newPayment())).rejects.toMatchObject({ code: 'http_401' })
    await expect(
      tranzila.gatewayWith({ handshakeVersion: 'v1', password: 'x' }).start(newPayment()),
    ).rejects.toMatchObject({
      code: 'bad_reply',
    })
    await expect(tranzila.gateway.handshake({ terminal: 'other', amount: 100 })).rejects.toMatchObject({
      code: 'http_401',
    })
  })

  it('a handshake with an unreachable gateway throws', async () => {
    const unreachable = tranzila.gatewayWith({ apiBase: 'http://127.0.0.1:9', reportBase: 'http://127.0.0.1:9' })
    await expect(unreachable.start(newPayment())).rejects.toMatchObject({ name: 'GatewayError', code: 'unreachable' })
    await expect(unreachable.verify({ paymentId: randomUUID(), startedAt: world.clock.now() })).rejects.toMatchObject({
      code: 'unreachable',
    })
  })
})
