import { data, endpoint } from '@kartis/contract/endpoint.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openWorld, type World } from '../../testing/world.ts'
import { type App, route } from './route.ts'

const make = endpoint({
  method: 'POST',
  path: '/v1/probe/things',
  aliases: ['/v1/producer/probe/things'],
  access: 'public',
  tag: 'probe',
  summary: 'A probe.',
  body: z.object({ name: z.string() }),
  reply: data(z.object({ name: z.string(), serial: z.int() })),
  status: 201,
  refusals: ['sold_out'],
})

let serial = 0
let slow: Promise<void> = Promise.resolve()

const probe = async (app: App): Promise<void> => {
  route(app, make, async ({ body }) => {
    await slow
    if (body.name === 'refuse') return refuse('sold_out', { detail: { left: serial++ } })
    if (body.name === 'throw') throw new Error('broken')
    return { data: { name: body.name, serial: ++serial } }
  })
}

let world: World
beforeAll(async () => {
  world = await openWorld({ modules: [probe] })
})
afterAll(() => world.close())

describe('idempotency keys', () => {
  const send = (idempotencyKey: string, name = 'repeat') => world.call(make, { body: { name }, idempotencyKey })

  test('the same key and body give the same reply, and the handler runs once', async () => {
    const first = await send('key-1')
    const again = await send('key-1')
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
  })

  test('the same key at the other path of a call gives the same reply too', async () => {
    const first = await send('key-of-both-paths')
    const again = await world.http(
      'POST',
      '/api/v1/producer/probe/things',
      { name: 'repeat' },
      { idempotencyKey: 'key-of-both-paths' },
    )
    expect([again.status, again.text]).toEqual([201, first.text])
  })

  test('the same key with another body is refused', async () => {
    expect(await send('key-1', 'other')).toMatchObject({ status: 409, error: { code: 'idempotency_mismatch' } })
  })

  test('a concurrent repeat waits for the first request and gets its reply', async () => {
    let open = (): void => undefined
    slow = new Promise((resolve) => {
      open = resolve
    })
    const both = [send('key-2'), send('key-2')]
    setTimeout(open, 100)
    const [left, right] = await Promise.all(both)
    expect(left?.status).toBe(201)
    expect(right?.text).toBe(left?.text)
  })

  test('a refusal is repeated too, and an error releases the key', async () => {
    const refused = await send('key-3', 'refuse')
    expect(refused.error?.code).toBe('sold_out')
    expect((await send('key-3', 'refuse')).error).toEqual(refused.error)
    expect((await send('key-4', 'throw')).status).toBe(500)
    const row = await world.db.selectFrom('idempotency_keys').selectAll().where('key', '=', 'key-4').executeTakeFirst()
    expect(row).toBeUndefined()
  })

  test('a key whose process died can be used again after ten seconds', async () => {
    await send('key-5')
    await world.db
      .updateTable('idempotency_keys')
      .set({ status: null, reply: null, created_at: new Date(Date.now() - 11_000) })
      .where('key', '=', 'key-5')
      .execute()
    expect((await send('key-5')).status).toBe(201)
  })

  test('a request that takes long keeps its key', async () => {
    let open = (): void => undefined
    slow = new Promise((resolve) => {
      open = resolve
    })
    const first = send('key-6')
    await expect
      .poll(() => world.db.selectFrom('idempotency_keys').where('key', '=', 'key-6').select('key').execute())
      .toHaveLength(1)
    await world.db
      .updateTable('idempotency_keys')
      .set({ created_at: new Date(Date.now() - 9000) })
      .where('key', '=', 'key-6')
      .execute()
    const isYoung = async (): Promise<boolean> => {
      const row = await world.db
        .selectFrom('idempotency_keys')
        .where('key', '=', 'key-6')
        .select('created_at')
        .executeTakeFirstOrThrow()
      return row.created_at.getTime() > Date.now() - 5000
    }
    await expect.poll(isYoung, { timeout: 8000 }).toBe(true)
    const again = send('key-6')
    open()
    expect((await again).text).toBe((await first).text)
  })

  test('stored replies are encrypted, and a malformed key is refused', async () => {
    const row = await world.db
      .selectFrom('idempotency_keys')
      .select('reply')
      .where('key', '=', 'key-1')
      .executeTakeFirst()
    expect(row?.reply).toMatch(/^k1\./)
    expect(await send('has space')).toMatchObject({
      status: 422,
      error: { detail: { 'Idempotency-Key': ['invalid'] } },
    })
  })

  test('a short key of a caller without a name belongs to the network that sent it', async () => {
    const behindProxy = await openWorld({ modules: [probe], env: { TRUST_PROXY: '1' } })
    const from = (address: string, idempotencyKey: string) =>
      behindProxy.call(make, { body: { name: 'short' }, idempotencyKey, headers: { 'x-forwarded-for': address } })
    const first = await from('203.0.113.7', 'cart-1')
    expect((await from('203.0.113.7', 'cart-1')).text).toBe(first.text)
    expect((await from('198.51.100.9', 'cart-1')).body.data.serial).not.toBe(first.body.data.serial)
    // A phone that changes its network repeats its request with a key that nobody else has by chance.
    const long = await from('203.0.113.7', 'f3a9c1d2e4b5a6978877665544332211')
    expect((await from('198.51.100.9', 'f3a9c1d2e4b5a6978877665544332211')).text).toBe(long.text)
    await behindProxy.close()
  })

  test('a short key of a caller without a name is no other device’s, even on the same network', async () => {
    const from = (headers: Readonly<Record<string, string>>, name = 'neighbour') =>
      world.call(make, { body: { name }, idempotencyKey: 'cart-1', headers })
    const [phone, tablet] = [{ 'user-agent': 'a phone' }, { 'user-agent': 'a tablet' }]
    const first = await from(phone)
    expect((await from(phone)).text).toBe(first.text)
    expect((await from(phone, 'other')).error?.code).toBe('idempotency_mismatch')
    const same = await from(tablet)
    expect([same.status, same.body.data.serial]).not.toEqual([201, first.body.data.serial])
    const twin = { ...phone, 'x-waiting-device': 'the-browser-of-a-neighbour' }
    expect((await from(twin, 'other')).status).toBe(201)
    // A key that nobody has by chance is the same on every device: a person changes it in the middle of a purchase.
    const long = (headers: Readonly<Record<string, string>>) =>
      world.call(make, { body: { name: 'long' }, idempotencyKey: '00f3a9c1-d2e4-b5a6-9788', headers })
    expect((await long(tablet)).text).toBe((await long(phone)).text)
  })
})
