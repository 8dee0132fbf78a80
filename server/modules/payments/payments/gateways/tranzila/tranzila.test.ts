import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GOOD_CARD, payWith, testPayment } from '../../../../../testing/gateway-bench.ts'
import { openTranzila, type TranzilaSetup } from '../../../../../testing/tranzila.ts'
import { openWorld, type World } from '../../../../../testing/world.ts'
import type { StartPayment } from '../../gateway.ts'

// What every gateway does is in ../conformance.test.ts; here is what only Tranzila does.

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
beforeEach(() => tranzila.deleteWebhooks())

const newPayment = (other: Partial<StartPayment> = {}) => testPayment(tranzila.shopUrl, other)

const verify = (payment: StartPayment, providerRef?: string) =>
  tranzila.gateway.verify({
    paymentId: payment.paymentId,
    startedAt: world.clock.now(),
    ...(providerRef && { providerRef }),
  })

describe('a payment page', () => {
  it('returns the browser with the result and without who the buyer is', async () => {
    const payment = newPayment()
    const started = await tranzila.gateway.start(payment)
    expect(started.expiresAt.getTime() - world.clock.now().getTime()).toBe(20 * 60_000)
    const back = new URL((await payWith(started.url, GOOD_CARD)).headers.get('location') ?? '')
    expect(back.searchParams.get('Response')).toBe('000')
    expect(back.searchParams.get('kartis_payment')).toBe(payment.paymentId)
    expect(back.href).not.toContain('tamar')
    expect(await verify(payment)).toMatchObject({ brandCode: '2', issuerCode: '2', acquirerCode: '2' })
  })

  it('tells the instalments, which add up to the amount', async () => {
    const payment = newPayment({ amount: 10_000, maxInstallments: 3 })
    await payWith((await tranzila.gateway.start(payment)).url, GOOD_CARD, { installments: '3' })
    expect(tranzila.notify(0)).toMatchObject({ fpay: '33.34', spay: '33.33', npay: '2', cred_type: '8' })
  })

  it('refuses instalments to a foreign card', async () => {
    const payment = newPayment({ maxInstallments: 3 })
    const { url } = await tranzila.gateway.start(payment)
    await payWith(url, '4444333322221111', { installments: '2' })
    expect(await verify(payment)).toMatchObject({ state: 'declined', code: '440', reason: 'not_supported' })
  })

  it('says after a decline why, and stays open', async () => {
    const { url } = await tranzila.gateway.start(newPayment())
    const back = new URL((await payWith(url, '4580000000004002')).headers.get('location') ?? '')
    expect([back.searchParams.get('try'), back.searchParams.get('Response')]).toEqual(['1', '004'])
    expect(tranzila.notify(0)['ConfirmationCode']).toBe('0000000')
    expect(await (await fetch(url)).text()).toContain('התשלום הקודם לא אושר')
  })
})

describe('notifies', () => {
  it('notifies of the slow card arrive also when the server was down meanwhile', async () => {
    const payment = newPayment()
    await payWith((await tranzila.gateway.start(payment)).url, '4580000000000026')
    const later = await openTranzila(world)
    world.clock.advance(20)
    expect(await later.deliver()).toBe(1)
    await later.close()
    expect(tranzila.gateway.parseWebhook(tranzila.notify(0))).toMatchObject({ paymentId: payment.paymentId })
  })

  it('notifies are sent once when two processes deliver at the same moment', async () => {
    await payWith((await tranzila.gateway.start(newPayment())).url, '4580000000000026')
    world.clock.advance(20)
    const sent = await Promise.all([tranzila.deliver(), tranzila.deliver(), tranzila.deliver()])
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(tranzila.webhooks).toHaveLength(1)
  })

  it('notifies have the field names of the real gateway and no card number, expiry, CVV or ID number', async () => {
    await payWith((await tranzila.gateway.start(newPayment())).url, GOOD_CARD)
    const webhook = tranzila.notify(0)
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

  it('notifies with missing, doubled or foreign fields are parsed without an error', () => {
    const read = (body: unknown) => tranzila.gateway.parseWebhook(body)
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
  const charge = { chargeAmount: 0, chargedAt: new Date(0), wallet: null, firstSentAt: null, otherRefs: [] }

  it('a refund with a wrong approval or of nothing is refused permanently', async () => {
    const payment = newPayment()
    await payWith((await tranzila.gateway.start(payment)).url, GOOD_CARD)
    const fact = await verify(payment)
    if (fact.state !== 'paid') throw new Error('not paid')
    const { providerRef, approvalCode } = fact
    const refund = { ...charge, paymentId: payment.paymentId, refundId: randomUUID(), providerRef, approvalCode }
    expect(await tranzila.gateway.refund({ ...refund, approvalCode: '0000000', amount: 100 })).toEqual({
      ok: false,
      code: '20112',
      retry: false,
    })
    expect(await tranzila.gateway.refund({ ...refund, amount: 0 })).toEqual({ ok: false, code: '20014', retry: false })
  })
})

it('a refund to the sandbox card that takes none is refused for good', async () => {
  const payment = newPayment()
  await payWith((await tranzila.gateway.start(payment)).url, '4580000000000059')
  const fact = await verify(payment)
  if (fact.state !== 'paid') throw new Error('not paid')
  const { providerRef, approvalCode } = fact
  const charge = { chargeAmount: 100, chargedAt: new Date(0), wallet: null, firstSentAt: null, otherRefs: [] }
  const refund = { ...charge, paymentId: payment.paymentId, refundId: randomUUID(), providerRef, approvalCode }
  expect(await tranzila.gateway.refund({ ...refund, amount: 100 })).toEqual({ ok: false, code: '004', retry: false })
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
})
