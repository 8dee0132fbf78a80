import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PreparedBody, prepareBody, sendPrepared } from '../prepared-body.ts'
import type { App } from '../route.ts'
import { openApi } from './document.ts'
import { docsPage } from './page.ts'

/** Seconds: the document changes with a release only. */
const CACHE = 'public, max-age=300'

/**
 * Serves `/api/openapi.json` and `/api/docs`. Each is built on its first request, from the endpoints that are routed by then,
 * and compressed once for each encoding: two megabytes, compressed for every request, would occupy the process.
 */
export const describeApi = (app: App, version: string): void => {
  const bodies = new Map<string, Promise<PreparedBody>>()
  const send = async (request: FastifyRequest, reply: FastifyReply, type: string, build: () => Promise<string>) => {
    const building = bodies.get(type) ?? build().then((text) => prepareBody(text))
    bodies.set(type, building)
    const body = await building
    void reply
      .type(`${type}; charset=utf-8`)
      .header('access-control-allow-origin', '*')
      .header('cache-control', CACHE)
      .header('vary', 'accept-encoding')
    return sendPrepared(request, reply, body)
  }
  app.get('/api/openapi.json', (request, reply) =>
    send(request, reply, 'application/json', async () => JSON.stringify(await openApi(app.endpoints, version))),
  )
  app.get('/api/docs', (request, reply) =>
    send(request, reply, 'text/html', async () => docsPage(await openApi(app.endpoints, version))),
  )
}
