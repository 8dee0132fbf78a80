import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type PreparedBody, prepareBody, sendPrepared } from '../platform/http/prepared-body.ts'
import type { App } from '../platform/http/route.ts'

/** Organisers' sites cache the loader for five minutes, so a fix reaches all of them in that time. */
const CACHE = 'public, max-age=300, stale-while-revalidate=86400'
const TYPE = 'text/javascript; charset=utf-8'

/** Serves the embed code's loader at its fixed address. `watch`: it is read again on each request (development). */
export const embedLoader = (app: App, dist: string, watch: boolean): void => {
  const path = join(dist, 'client/embed.js')
  let prepared: PreparedBody | undefined
  const loader = (): PreparedBody | undefined => {
    if ((!prepared || watch) && existsSync(path)) prepared = prepareBody(readFileSync(path, 'utf8'))
    return prepared
  }
  app.get('/embed.js', async (request, reply) => {
    const body = loader()
    void reply.type(TYPE)
    if (!body) return reply.code(503).send('')
    await sendPrepared(request, reply.header('cache-control', CACHE).header('vary', 'accept-encoding'), body)
    return reply
  })
}
