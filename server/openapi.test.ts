import { atEveryPath } from '@kartis/contract/endpoint.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '@kartis/contract/endpoint.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { OPENAPI_FILE, openApiText } from './commands/openapi.ts'
import { openWorld, type World } from './testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const CONTRACT = join(import.meta.dirname, '../contract')

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const contractEndpoints = async (): Promise<string[]> => {
  const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map((name) => import(join(CONTRACT, name)) as Promise<Record<string, unknown>>),
  )
  return modules
    .flatMap((module) => Object.values(module).filter(isEndpoint))
    .flatMap(atEveryPath)
    .map(({ method, path }) => `${method} ${path}`)
}

test('every endpoint of the contract is served, and nothing beside it', async () => {
  const served = world.app.endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(served.toSorted()).toEqual((await contractEndpoints()).toSorted())
})

test('every producer resource of the catalogue is served without /producer as well, with the same calls', async () => {
  const calls = new Set(await contractEndpoints())
  const missing = [...calls].filter((call) => {
    const match =
      /^(\w+) \/v1\/producer\/(events|events_tickets|venues|venues_maps|forms)(\/:uuid|\/status_cases|\/export)?$/.exec(
        call,
      )
    return match && !calls.has(call.replace('/producer', ''))
  })
  expect(missing).toEqual([])
})

/** A search that shows the best matches and says whether there are more. */
const UNPAGED = ['GET /v1/producer/events/:uuid/gate_orders']

const isArray = (schema: unknown): boolean => schema instanceof z.ZodArray

test('every list is read in pages, and its reply says which page it is and how many there are', () => {
  const lists = world.app.endpoints.filter(
    ({ method, reply }) => method === 'GET' && reply instanceof z.ZodObject && isArray(reply.shape['data']),
  )
  expect(lists.length).toBeGreaterThan(40)
  const missing = lists.filter(({ reply, query }) => {
    const meta = reply instanceof z.ZodObject ? reply.shape['meta'] : undefined
    const inQuery = query instanceof z.ZodObject ? Object.keys(query.shape) : []
    const inReply = meta instanceof z.ZodObject ? Object.keys(meta.shape) : []
    return !(
      ['page', 'per_page'].every((name) => inQuery.includes(name)) &&
      ['current_page', 'per_page', 'total', 'last_page'].every((name) => inReply.includes(name))
    )
  })
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual(UNPAGED)
})

test('contract/openapi.json is the document of the endpoints: npm run kartis -- openapi writes it', async () => {
  expect(readFileSync(OPENAPI_FILE, 'utf8')).toBe(await openApiText(world.app.endpoints))
})

test('every reference in the description leads somewhere, and every operation has a name of its own', async () => {
  const text = await openApiText(world.app.endpoints)
  const document = JSON.parse(text) as {
    paths: Record<string, Record<string, { operationId: string }>>
    components: { schemas: Record<string, unknown> }
  }
  const refs = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '')
  expect(refs.filter((name) => !(name in document.components.schemas))).toEqual([])
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(new Set(ids).size).toBe(ids.length)
})

test('every schema of the description compiles, and the one of errors accepts an error and nothing else', async () => {
  const document = JSON.parse(await openApiText(world.app.endpoints)) as Record<string, object>
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
  ajv.addSchema(document, 'api')
  const pointers = new Map<string, string>()
  const walk = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const at = `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`
      // Most are repeated, and each takes milliseconds.
      if (key === 'schema' || pointer === '/components/schemas') pointers.set(JSON.stringify(inner), at)
      else walk(inner, at)
    }
  }
  walk(document, '')
  expect(pointers.size).toBeGreaterThan(200)
  for (const pointer of pointers.values())
    expect(ajv.compile({ $ref: `api#${pointer}` }), pointer).toBeTypeOf('function')
  const isError = ajv.compile({ $ref: 'api#/components/schemas/Error' })
  expect(isError({ error: { code: 'not_found', description: '', detail: {} } })).toBe(true)
  expect(isError({ data: {} })).toBe(false)
})

test('the description and its page are compressed once for all callers, and revalidated by their ETag', async () => {
  for (const url of ['/api/openapi.json', '/api/docs']) {
    // Single replies are compressed by gzip only, so Brotli tells that the bytes were prepared.
    const headers = { 'accept-encoding': 'gzip, br' }
    const first = await world.app.inject({ url, headers })
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=300' })
    const etag = String(first.headers['etag'])
    const again = await world.app.inject({ url, headers: { ...headers, 'if-none-match': etag } })
    expect(again).toMatchObject({ statusCode: 304, body: '' })
  }
})

test('the description requires what the server requires: headers by who calls, a body where an empty one is refused', async () => {
  const document = JSON.parse(await openApiText(world.app.endpoints)) as {
    paths: Record<
      string,
      Record<string, { parameters: { name: string; required: boolean }[]; requestBody?: { required: boolean } }>
    >
  }
  const operation = (method: string, path: string) => document.paths[`/api/v1${path}`]?.[method]
  const header = (method: string, path: string, name: string) =>
    operation(method, path)?.parameters.find((parameter) => parameter.name === name)?.required
  // Whoever is a member of one account alone need not name it, and a device at the gate has no account.
  expect(header('get', '/producer/events', 'X-Account-Id')).toBe(false)
  expect(header('post', '/producer/events/{uuid}/scan_ticket', 'X-Account-Id')).toBe(false)
  // Links carry the token in their query.
  expect(header('get', '/public/orders/{uuid}/tickets.pdf', 'X-Order-Token')).toBe(false)
  expect(header('patch', '/public/orders/{uuid}', 'X-Order-Token')).toBe(true)
  // A register of the box office says which one it is; managers read shifts without one.
  expect(header('post', '/cashier/sales', 'X-Device-Token')).toBe(true)
  expect(header('get', '/cashier/till', 'X-Device-Token')).toBe(true)
  expect(header('get', '/cashier/shifts', 'X-Device-Token')).toBe(false)
  expect(header('get', '/cashier/devices', 'X-Device-Token')).toBeUndefined()
  expect(operation('post', '/public/orders/{uuid}/payment')?.requestBody?.required).toBe(false)
  expect(operation('post', '/public/orders')?.requestBody?.required).toBe(true)
})
