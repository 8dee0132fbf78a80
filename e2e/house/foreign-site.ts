import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ForeignSite {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Somebody else's site, of another origin than Kartis: one page with the body given. */
export const foreignSite = async (body: string): Promise<ForeignSite> => {
  const page = `<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8"><title>אולם המזח</title>
    <link rel="icon" href="data:,"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
    <body><h1>החורף על המים</h1>${body}</body></html>`
  const server = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
