import { openApi } from './document.ts'
import { docsPage } from './page.ts'
import type { App } from '../route.ts'

/** Serves `/api/openapi.json` and `/api/docs`, built once from the endpoints that are routed so far. */
export const describeApi = (app: App, version: string): void => {
  const document = openApi(app.endpoints, version)
  const json = JSON.stringify(document)
  const page = docsPage(document)
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('access-control-allow-origin', '*').type('application/json; charset=utf-8').send(Buffer.from(json)),
  )
  app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
