import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PRODUCER_PAGES } from '@kartis/contract/producer-pages.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { builtApp } from './built-files.ts'
import { sendRefusal } from './error-handler.ts'
import { pathOf } from './route-class.ts'
import type { App } from './route.ts'

const PAGES: ReadonlySet<string> = new Set(PRODUCER_PAGES)

/** Whether a path is one of the app's own pages. */
export const isProducerPage = (url: string): boolean => {
  const path = pathOf({ url })
  return !path.includes('//') && PAGES.has(path.split('/')[1] ?? '')
}

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  /\btext\/html\b|\*\/\*/.test(request.headers.accept ?? '*/*') &&
  !/\.[a-z0-9]{1,8}$/i.test(pathOf(request))

/** Content-Security-Policy sources (hashes) of the inline scripts of a page. */
export const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`,
  )

/** Where people of the producer app find help: the contact of this installation's operator. Empty where it has none. */
export interface SupportContact {
  readonly phone: string
  readonly email: string
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const attribute = (value: string): string => value.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '')

/**
 * A page with the support contact in `<meta>` elements. In the page and not in the API, because it is needed most when
 * the API does not answer.
 */
export const withSupport = (html: string, { phone, email }: SupportContact): string => {
  const contacts = [
    ['support-phone', phone],
    ['support-email', email],
  ] as const
  const tags = contacts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `<meta name="${name}" content="${attribute(value)}">`)
  return html.replace('</head>', () => `${tags.join('')}</head>`)
}

/** Returns the app's HTML page, from the built folder or from a development server. */
export type PageSource = (request: FastifyRequest) => Promise<string>
export type CreatePageSource = (app: App) => Promise<PageSource>

const fromFolder = (dist: string): PageSource => {
  const file = join(dist, 'index.html')
  const page = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  return async () =>
    page ?? '<!doctype html><title>Kartis</title><p>The producer app is not built yet: npm start builds it.</p>'
}

const allowInlineScripts = (reply: FastifyReply, html: string): void => {
  const scripts = inlineScripts(html)
  const policy = reply.getHeader('content-security-policy')
  if (scripts.length === 0 || typeof policy !== 'string') return
  void reply.header('content-security-policy', policy.replace('script-src ', `script-src ${scripts.join(' ')} `))
}

const sendPage = async (source: PageSource, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  if (pathOf(request).startsWith('/api') || !wantsPage(request)) return sendRefusal(request, reply, refuse('not_found'))
  const html = await source(request)
  allowInlineScripts(reply, html)
  return reply
    .code(isProducerPage(request.url) ? 200 : 404)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html)
}

interface Options {
  readonly support: SupportContact
  /** A newer build may replace the files. */
  readonly watch: boolean
  /** A source of the page other than the built folder. */
  readonly createSource?: CreatePageSource | undefined
}

/**
 * Serves the producer app from its built folder, and every URL without a route of its own: with the app's page (404 where
 * the app has no such page), or with a refusal under `/api`. Hashed files are cached for ever, others are revalidated.
 */
export const producerApp = async (app: App, dist: string, { support, watch, createSource }: Options): Promise<void> => {
  if (!createSource && existsSync(dist)) builtApp(app, { root: dist, watch })
  const page = createSource ? await createSource(app) : fromFolder(dist)
  const source: PageSource = async (request) => withSupport(await page(request), support)
  app.get('/', (request, reply) => sendPage(source, request, reply))
  app.setNotFoundHandler((request, reply) => sendPage(source, request, reply))
}
