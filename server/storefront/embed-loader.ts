import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sendReady } from '../platform/http/cached-reply.ts'
import { type ReadyBody, readyBody } from '../platform/concurrency/cache.ts'
import type { App } from '../platform/http/route.ts'

/** Organisers' pages keep it for some minutes: a mended loader is everywhere within that time. */
const CACHE = 'public, max-age=300, stale-while-revalidate=86400'
const TYPE = 'text/javascript; charset=utf-8'

/** The embed code's loader, at the address that stands on organisers' own pages and never changes. */
export const embedLoader = (app: App, dist: string, watching: boolean): void => {
  const path = join(dist, 'client/embed.js')
  let kept: ReadyBody | undefined
  const loader = (): ReadyBody | undefined => {
    if ((!kept || watching) && existsSync(path)) kept = readyBody(readFileSync(path, 'utf8'))
    return kept
  }
  app.get('/embed.js', async (request, reply) => {
    const body = loader()
    void reply.type(TYPE)
    if (!body) return reply.code(503).send('')
    await sendReady(request, reply.header('cache-control', CACHE).header('vary', 'accept-encoding'), body)
    return reply
  })
}
