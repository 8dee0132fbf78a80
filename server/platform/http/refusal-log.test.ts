import { data, endpoint } from '@kartis/contract/endpoint.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openWorld, type World } from '../../testing/world.ts'
import { PER_MINUTE } from './network-limit.ts'
import { type App, route } from './route.ts'

const save = endpoint({
  method: 'POST',
  path: '/v1/probe',
  access: 'public',
  tag: 'probe',
  summary: 'A probe.',
  body: z.object({ name: z.string(), notes: z.record(z.string(), z.string()).optional() }),
  reply: data(z.object({ name: z.string() })),
})

let world: World
let lines: string[] = []
const written = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
beforeAll(async () => {
  const module = async (app: App) =>
    route(app, save, async ({ body }) => {
      if (body.name === 'broken') throw new Error('broken')
      return { data: { name: body.name } }
    })
  const write = (line: string): void => void lines.push(line)
  world = await openWorld({ modules: [module], env: { LOG_LEVEL: 'info', RATE_LIMITS: 'on' }, logTo: { write } })
})
beforeEach(() => {
  lines = []
})
afterAll(() => world.close())

const send = (payload: string | Buffer) =>
  world.app.inject({ method: 'POST', url: '/api/v1/probe', headers: { 'content-type': 'application/json' }, payload })

describe('the log of a refused request', () => {
  it('is one short line without a stack, and that of an error of ours has one', async () => {
    await send('no json')
    await send('x'.repeat(100_000))
    expect(lines.join('')).not.toContain('stack')
    const refused = written().filter(({ msg }) => msg === 'request refused')
    expect(refused).toMatchObject([
      { method: 'POST', route: '/api/v1/probe', refusal: 'validation' },
      { refusal: 'payload_too_large' },
    ])
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(350)
    await send('{"name":"broken"}')
    expect(written().find(({ msg }) => msg === 'request failed')).toMatchObject({
      err: { stack: expect.stringContaining('broken') as string },
    })
  })

  it('is one line for all refusals of a network above its limit', async () => {
    const remoteAddress = '203.0.113.50'
    const statuses: number[] = []
    for (let n = 0; n < PER_MINUTE.page + 300; n++)
      statuses.push((await world.app.inject({ url: '/nothing', remoteAddress })).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(300)
    expect(lines.join('')).not.toContain('stack')
    expect(written().filter(({ msg }) => msg === 'a network is above its limit')).toHaveLength(1)
    expect(written().filter(({ status, refusal }) => status === 429 || refusal !== undefined)).toEqual([])
  })
})

describe('text that cannot be stored as it is', () => {
  it('is refused: bytes that are no UTF-8, and half a surrogate pair in a value or a name', async () => {
    const bytes = Buffer.concat([Buffer.from('{"name":"a'), Buffer.from([0xff, 0xc3]), Buffer.from('"}')])
    const fieldsOf = async (payload: string | Buffer) => {
      const reply = await send(payload)
      return [reply.statusCode, (JSON.parse(reply.body) as { error: { detail: unknown } }).error.detail]
    }
    expect(await fieldsOf(bytes)).toEqual([422, { body: ['not_json'] }])
    expect(await fieldsOf('{"name":"a\\ud800"}')).toEqual([422, { name: ['invalid'] }])
    expect(await fieldsOf('{"name":"a","notes":{"b":"\\udc00"}}')).toEqual([422, { 'notes.b': ['invalid'] }])
    expect(await fieldsOf('{"name":"a","notes":{"\\udc00":"b"}}')).toEqual([422, { 'notes.\ufffd': ['invalid'] }])
    expect((await send('{"name":"\u{1f39f} אב"}')).statusCode).toBe(200)
    expect((await send('{"name":"\\ud83c\\udf9f"}')).statusCode).toBe(200)
  })
})
