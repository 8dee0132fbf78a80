import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'

const SCRIPTS = ['hebrew', 'latin', 'arabic'] as const

/** Stylesheet, script and fonts of the page, read once, with the design tokens of the two sites. */
export const assetRoutes = (app: FastifyInstance): void => {
  const beside = (name: string): Buffer => readFileSync(new URL(name, import.meta.url))
  const ui = new URL('../../ui/', import.meta.url)
  const fonts = createRequire(new URL('package.json', ui))
  const files: Record<string, { type: string; bytes: Buffer }> = {
    'tokens.css': { type: 'text/css; charset=utf-8', bytes: readFileSync(new URL('tokens.css', ui)) },
    'pay.css': { type: 'text/css; charset=utf-8', bytes: beside('assets/pay.css') },
    'pay.js': { type: 'text/javascript; charset=utf-8', bytes: beside('assets/pay.js') },
    ...Object.fromEntries(
      SCRIPTS.map((script) => [
        `${script}.woff2`,
        {
          type: 'font/woff2',
          bytes: readFileSync(fonts.resolve(`@fontsource-variable/rubik/files/rubik-${script}-wght-normal.woff2`)),
        },
      ]),
    ),
  }
  for (const [name, { type, bytes }] of Object.entries(files)) {
    app.get(`/assets/${name}`, (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=3600').send(bytes),
    )
  }
}
