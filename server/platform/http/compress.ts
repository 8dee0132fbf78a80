import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { App } from './route.ts'

/** Compresses pages and JSON; built files have compressed copies of their own. Call it before routes are registered. */
export const compress = async (app: App): Promise<void> => {
  await app.register(fastifyCompress, {
    global: true,
    globalDecompression: false,
    encodings: ['gzip'],
    threshold: 1400,
    customTypes: /^(text\/(?!event-stream)|application\/(json|xml|manifest\+json)|image\/svg\+xml)/,
    zlibOptions: { level: 5, memLevel: 8, strategy: constants.Z_DEFAULT_STRATEGY },
  })
}
