import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiReply, SaleReply, SaleRequest } from '@kartis/storefront/page-types.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { asLang, LANG_COOKIE, LANG_COOKIE_SECONDS, pickLang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../platform/platform.ts'
import { builtFiles } from '../platform/http/built-files.ts'
import { INNER_HEADERS } from '../platform/http/inner.ts'
import { sendPrepared } from '../platform/http/prepared-body.ts'
import { SHARED_CACHE } from '../platform/http/shared-replies.ts'
import type { App } from '../platform/http/route.ts'
import { pathOf } from '../platform/http/route-class.ts'
import { createOverloadReply } from '../platform/http/load-shedding.ts'
import { type Bundle, bundleOf, CLIENT_BASE } from './bundle.ts'
import { embedLoader } from './embed-loader.ts'
import { createPageCache, pageKey, preparePage, type RenderedPage } from './page-cache.ts'
import { qrOf } from './qr.ts'
import { ticketsWorker } from './tickets-worker.ts'

const DIST = join(import.meta.dirname, '../../storefront/dist')
/** Pages of one buyer, which are never shared. */
const PERSONAL = /^\/(checkout|tickets?|transfer|receipt|choice|my)\b/
const TYPES = { html: 'text/html; charset=utf-8', json: 'application/json; charset=utf-8' } as const

type Query = Readonly<Record<string, string | undefined>>

const queryOf = (request: FastifyRequest): Query =>
  Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

/** The page's language: the query's, else the cookie's, else the browser's. */
const langOf = (request: FastifyRequest, query: Query): Lang =>
  asLang(query.lang) ?? asLang(request.cookies[LANG_COOKIE]) ?? pickLang(request.headers['accept-language'])

/**
 * The cookie of a language that is chosen by a link, on pages without a script as well; undefined where nothing is to be
 * saved. The language of an embedded page is the organiser's choice, not the visitor's.
 */
const languageCookie = (request: FastifyRequest, page: SaleRequest, secure: boolean): string | undefined => {
  const chosen = asLang(page.query.lang)
  if (!chosen || page.query.embed === '1' || request.cookies[LANG_COOKIE] === chosen) return undefined
  const attributes = `Path=/; Max-Age=${LANG_COOKIE_SECONDS}; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${LANG_COOKIE}=${chosen}; ${attributes}`
}

/** Calls the API in this process, with the client's IP address. */
const apiOf =
  (app: App, request: FastifyRequest, lang: Lang) =>
  async (path: string, orderToken?: string): Promise<ApiReply> => {
    const reply = await app.inject({
      method: 'GET',
      url: `/api/v1${path}`,
      remoteAddress: request.address,
      headers: {
        accept: 'application/json',
        'accept-language': lang,
        'x-app-name': 'order',
        ...INNER_HEADERS,
        ...(orderToken ? { 'x-order-token': orderToken } : {}),
      },
    })
    return { status: reply.statusCode, body: reply.body ? JSON.parse(reply.body) : undefined }
  }

const pageRequest = (app: App, platform: Platform, bundle: Bundle, request: FastifyRequest): SaleRequest => {
  const query = queryOf(request)
  const lang = langOf(request, query)
  return {
    path: pathOf(request).replace(/^\/order/, '') || '/',
    query,
    cookies: request.cookies,
    lang,
    now: platform.clock(),
    publicUrl: platform.settings.publicUrl,
    operator: platform.settings.operator,
    assets: bundle.assets,
    api: apiOf(app, request, lang),
    qr: qrOf,
  }
}

/** Only embedded pages may be framed by other sites. */
const restrictFraming = (reply: FastifyReply, page: SaleReply): void => {
  const policy = reply.getHeader('content-security-policy')
  if (page.framed || typeof policy !== 'string') return
  void reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'"))
}

interface Sending {
  readonly page: RenderedPage
  /** Saves the chosen language; a reply with it is this visitor's own. */
  readonly cookie: string | undefined
}

const send = async (request: FastifyRequest, reply: FastifyReply, { page, cookie }: Sending): Promise<void> => {
  restrictFraming(reply, page)
  if (cookie) void reply.header('set-cookie', cookie)
  void reply
    .code(page.status)
    .type(TYPES[page.type])
    .header('vary', 'cookie, accept-language, accept-encoding')
    .header('cache-control', page.prepared ? (cookie ? 'private, no-cache' : SHARED_CACHE) : 'private, no-store')
  if (page.prepared) return sendPrepared(request, reply, page.prepared)
  // A URL with an order's token must not reach other sites as a referrer.
  return void reply.header('referrer-policy', 'same-origin').send(page.body)
}

/** The API could not serve the page's data now: the process is overloaded, or its database away. */
const isAway = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode === 503

/** The public storefront under `/order`: pages rendered on the server from the public API. */
export const storefront = async (app: App, platform: Platform): Promise<void> => {
  const replyOverloaded = createOverloadReply()
  const loadBundle = bundleOf(DIST, !platform.settings.production)
  const cachedPage = createPageCache(app.sharedReadMs)
  const client = join(DIST, 'client')
  if (existsSync(client)) builtFiles(app, { root: client, prefix: CLIENT_BASE, watch: !platform.settings.production })
  embedLoader(app, DIST, !platform.settings.production)
  ticketsWorker(app, DIST)
  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const bundle = await loadBundle()
    if (!bundle)
      return reply
        .code(503)
        .type(TYPES.html)
        .send('<!doctype html><title>Kartis</title><p>npm start builds the storefront.</p>')
    const page = pageRequest(app, platform, bundle, request)
    const cookie = languageCookie(request, page, platform.settings.publicUrl.startsWith('https:'))
    const shared = async (): Promise<RenderedPage> => {
      const preview = await bundle.renderPreview(page)
      if (preview) return { ...preview, prepared: undefined }
      const query = bundle.pageQuery(page.path, page.query)
      return cachedPage(`${page.lang} ${pageKey(page.path, query)}`, () => bundle.render({ ...page, query }))
    }
    try {
      const rendered = await (PERSONAL.test(page.path) ? preparePage(bundle.render(page)) : shared())
      await send(request, reply, { page: rendered, cookie })
    } catch (error) {
      if (isAway(error)) return replyOverloaded(request, reply)
      request.log.error({ reqId: request.id, err: error }, 'page rendering failed')
      await send(request, reply, { page: { ...bundle.errorPage(page), prepared: undefined }, cookie: undefined })
    }
    return reply
  }
  app.get('/order', handle)
  app.get('/order/*', handle)
  // Routes of their own, because they have another priority than the pages for everybody.
  app.get('/order/checkout/*', handle)
  app.get('/order/tickets/*', handle)
  app.get('/order/receipt/*', handle)
  app.get('/order/choice/*', handle)
  // Gateways return the buyer by a form post as well as by a link.
  app.post('/order/checkout/:uuid/return', handle)
}
