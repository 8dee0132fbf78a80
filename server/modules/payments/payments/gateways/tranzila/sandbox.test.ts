import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Plugin } from '../../../../../platform/http/route.ts'
import { cardForm, GOOD_CARD } from '../../../../../testing/gateway-bench.ts'
import { openWorld, type World } from '../../../../../testing/world.ts'
import { gatewayContext } from '../../gateway-context.ts'
import { tranzila } from './descriptor.ts'
import { paymentSandbox } from '../../payment-sandbox.ts'

const notifies: unknown[] = []
const listener: Plugin = async (app) => {
  app.post('/api/v1/payments/tranzila/notify', (request, reply) => {
    notifies.push(request.body)
    void reply.send('ok')
  })
}
let world: World

beforeAll(async () => {
  world = await openWorld({ modules: [paymentSandbox, listener], env: { PUBLIC_URL: 'https://kartis.test' } })
})
afterAll(() => world?.close())

const pathOf = (url: string): string => new URL(url).pathname + new URL(url).search
const send = (url: string, card: string) =>
  world.http('POST', pathOf(url), cardForm(card).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

const start = async () => {
  const { platform } = world
  const gateway = tranzila.connect(platform.settings.payments.terminal?.config, gatewayContext(platform))
  const paymentId = randomUUID()
  const { url } = await gateway.start({
    paymentId,
    eventId: randomUUID(),
    amount: 12_345,
    description: 'הופעה',
    buyer: { name: 'נועה' },
    lang: 'he',
    successUrl: 'https://kartis.test/order/checkout/1',
    failUrl: 'https://kartis.test/order/checkout/1',
    notifyUrl: 'https://kartis.test/api/v1/payments/tranzila/notify',
  })
  return { gateway, terminal: platform.settings.payments.terminal?.name, paymentId, url }
}

it('the sandbox charges a payment from the handshake to the notify on one server, behind any public address', async () => {
  const { gateway, terminal, paymentId, url } = await start()
  expect(url.startsWith(`https://kartis.test/sandbox/tranzila/${terminal}/iframenew.php?`)).toBe(true)
  const page = await world.http('GET', pathOf(url))
  expect([page.status, page.headers['x-frame-options']]).toEqual([200, undefined])
  expect(page.headers['content-security-policy']).toContain('frame-ancestors *')
  expect((await world.http('GET', '/sandbox/tranzila/assets/pay.css')).status).toBe(200)

  const answer = await send(url, GOOD_CARD)
  expect(answer.status).toBe(303)
  const webhook = gateway.parseWebhook(notifies[0])
  expect(webhook).toMatchObject({ paymentId, code: '000', amount: 12_345 })
  expect(await gateway.verify({ paymentId, startedAt: world.clock.now() })).toMatchObject({
    state: 'paid',
    amount: 12_345,
  })
})

it('the sandbox sends a late notify by itself', async () => {
  notifies.length = 0
  const { gateway, paymentId, url } = await start()
  await send(url, '4580000000000026')
  expect(notifies).toEqual([])
  world.clock.advance(21)
  await expect.poll(() => notifies.length, { timeout: 5000 }).toBe(1)
  expect(gateway.parseWebhook(notifies[0])).toMatchObject({ paymentId })
})

it('a payment page expires with its handshake', async () => {
  const { url } = await start()
  world.clock.advance(20 * 60)
  expect((await world.http('GET', pathOf(url))).status).toBe(410)
})
