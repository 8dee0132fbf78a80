import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import middie from '@fastify/middie'
import { createServer } from 'vite'
import type { PageSource } from './platform/http/producer-app.ts'
import type { App } from './platform/http/route.ts'

const ROOT = join(import.meta.dirname, '../producer')

/** Serves the producer app from its sources with hot reload, on the server's own port. For development. */
export const devPages = async (app: App): Promise<PageSource> => {
  const vite = await createServer({
    configFile: join(ROOT, 'vite.config.ts'),
    root: ROOT,
    appType: 'custom',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  await app.register(middie)
  app.use(vite.middlewares)
  app.addHook('onClose', () => vite.close())
  const page = join(ROOT, 'index.html')
  return (request) => vite.transformIndexHtml(request.url, readFileSync(page, 'utf8'))
}
