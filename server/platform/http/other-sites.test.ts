import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const post = (headers: Record<string, string>, payload: string) =>
  world.app.inject({ method: 'POST', url: '/api/v1/login/authenticate', headers, payload })

describe('a write by a page of another site', () => {
  const form = 'method_id=01a21cec-0000-7000-8000-000000000000&code=123456'
  const type = { 'content-type': 'application/x-www-form-urlencoded' }

  test('is refused, whether its browser names the page or only says that it is another site', async () => {
    const others: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of others) {
      const reply = await post({ ...type, ...headers }, form)
      expect([reply.statusCode, reply.json<{ error: { code: string } }>().error.code]).toEqual([403, 'forbidden'])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  test('is no write of a program, which sends none of these headers', async () => {
    const json = JSON.stringify(Object.fromEntries(new URLSearchParams(form)))
    expect((await post({ 'content-type': 'application/json' }, json)).statusCode).toBe(422)
  })

  test('is refused as a form in any case: only callbacks of gateways are read as forms', async () => {
    expect((await post(type, form)).statusCode).toBe(415)
    const upper = { 'content-type': 'Application/X-WWW-Form-Urlencoded; charset=utf-8' }
    expect((await post(upper, form)).statusCode).toBe(415)
    const url = '/api/v1/payments/tranzila/notify'
    const callback = await world.app.inject({ method: 'POST', url, headers: type, payload: 'a=1' })
    expect(callback.statusCode).not.toBe(415)
  })
})

describe('a body that is nested deeply', () => {
  const deep = `${'['.repeat(6000)}${']'.repeat(6000)}`

  test('is refused before it is read, by webhooks too', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const url of ['/api/v1/payments/tranzila/notify', '/api/v1/login/passkey', '/api/v1/public/orders']) {
      const reply = await world.app.inject({ method: 'POST', url, headers, payload: deep })
      expect([url, reply.statusCode]).toEqual([url, 422])
      expect(reply.body).toContain('body')
    }
  })
})
