import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtApp } from './built-files.ts'
import type { App } from './route.ts'

const SCRIPT = `export const text = '${'שלום '.repeat(500)}'`
let folder: string
let app: App
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kartis-built-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'icons'))
  writeFileSync(join(folder, 'index.html'), '<p>page</p>')
  writeFileSync(join(folder, 'sw.js'), 'self.skipWaiting()')
  writeFileSync(join(folder, 'icons/icon.png'), Buffer.from([1, 2, 3]))
  writeFileSync(join(folder, 'assets/main-abc.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT))
  app = Fastify() as unknown as App
  builtApp(app, { root: folder, watch: true })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

it('a file with a hash in its name is cached for ever, and sent as the build compressed it', async () => {
  const reply = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' })
  expect(reply.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(SCRIPT)
})

it('a client that takes no encoding, or one that the build did not write, gets the plain file', async () => {
  for (const accepted of ['identity', 'gzip']) {
    const reply = await get('/assets/main-abc.js', { 'accept-encoding': accepted })
    expect(reply.headers['content-encoding']).toBeUndefined()
    expect(reply.body).toBe(SCRIPT)
  }
})

it('a file beside the pages is revalidated, and not sent again while it is the same', async () => {
  const first = await get('/sw.js')
  expect(first.headers['cache-control']).toBe('no-cache')
  const etag = String(first.headers['etag'])
  expect((await get('/sw.js', { 'if-none-match': etag })).statusCode).toBe(304)
  writeFileSync(join(folder, 'sw.js'), 'self.clients.claim()')
  const second = await get('/sw.js', { 'if-none-match': etag })
  expect(second).toMatchObject({ statusCode: 200, body: 'self.clients.claim()' })
})

it('a file in a folder of the root has its own type', async () => {
  const reply = await get('/icons/icon.png')
  expect(reply.headers['content-type']).toBe('image/png')
  expect([...reply.rawPayload]).toEqual([1, 2, 3])
})

it('neither the page nor a compressed copy is a file of its own', async () => {
  for (const url of ['/index.html', '/assets/main-abc.js.br', '/assets/', '/assets/none.js'])
    expect((await get(url)).statusCode).toBe(404)
})

it('a file that a later build wrote is found', async () => {
  expect((await get('/assets/later-def.js')).statusCode).toBe(404)
  writeFileSync(join(folder, 'assets/later-def.js'), 'later()')
  expect((await get('/assets/later-def.js')).body).toBe('later()')
})
