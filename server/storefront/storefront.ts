import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiReply, SaleReply, SaleRequest } from '@kartis/storefront/page-types.ts'
import { LANG_COOKIE } from '@kartis/storefront/page-types.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { asLang, DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import type { Platform } from '../platform/platform.ts'
import { INNER_HEADERS } from '../platform/http/inner.ts'
import { SHARED_CACHE, sendReady } from '../platform/http/cached-reply.ts'
import type { App } from '../platform/http/route.ts'
import { type Bundle, bundleOf, CLIENT_BASE } from './bundle.ts'
import { builtFiles } from './built-files.ts'
import { embedLoader } from './embed-loader.ts'
import { addressOf, pageCache, ready, type ReadyPage } from './page-cache.ts'
import { qrOf } from './qr.ts'

const DIST = join(import.meta.dirname, '../../storefront/dist')
/** Pages of one buyer: never drawn for two. */
const OWN = /^\/(checkout|tickets|my)\b/
const TYPES = { html: 'text/html; charset=utf-8', json: 'application/json; charset=utf-8' } as const

type Query = Readonly<Record<string, string | undefined>>

const queryOf = (request: FastifyRequest): Query =>
  Object.fromEntries(
    Object.entries(request.query as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value]] : [],
    ),
  )

/**
 * The page's language: what the address says, then what was chosen before, then Hebrew. Of the browser's own wishes only
 * Arabic counts: English phones are common among Hebrew readers, Arabic ones are not.
 */
const langOf = (request: FastifyRequest, query: Query): Lang => {
  const wished = asLang(request.headers['accept-language']?.split(/[,;]/)[0])
  return asLang(query.lang) ?? asLang(request.cookies[LANG_COOKIE]) ?? (wished === 'ar' ? 'ar' : DEFAULT_LANG)
}

/** Calls the API in the same process, on behalf of the same address. */
const apiOf =
  (app: App, request: FastifyRequest, lang: Lang) =>
  async (path: string, orderToken?: string): Promise<ApiReply> => {
    const reply = await app.inject({
      method: 'GET',
      url: `/api/v1${path}`,
      remoteAddress: request.ip,
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

const saleRequest = (app: App, platform: Platform, bundle: Bundle, request: FastifyRequest): SaleRequest => {
  const query = queryOf(request)
  const lang = langOf(request, query)
  return {
    path: request.url.split('?', 1)[0]?.replace(/^\/order/, '') || '/',
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

/** Only what is embedded may stand in a stranger's frame; all else stands in our own alone. */
const frameable = (reply: FastifyReply, page: SaleReply): void => {
  const policy = reply.getHeader('content-security-policy')
  if (page.framed || typeof policy !== 'string') return
  void reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'"))
}

const send = async (request: FastifyRequest, reply: FastifyReply, page: ReadyPage): Promise<void> => {
  frameable(reply, page)
  void reply
    .code(page.status)
    .type(TYPES[page.type])
    .header('vary', 'cookie, accept-language, accept-encoding')
    .header('cache-control', page.ready ? SHARED_CACHE : 'private, no-store')
  if (page.ready) return sendReady(request, reply, page.ready)
  // Addresses with an order's key in them stay out of other sites' logs.
  return void reply.header('referrer-policy', 'same-origin').send(page.body)
}

/** The public sale site under `/order`: pages drawn by the built bundle from the same API that everyone calls. */
export const saleSite = async (app: App, platform: Platform): Promise<void> => {
  const bundleNow = bundleOf(DIST, !platform.settings.production)
  const cached = pageCache(app.sharedReadMs)
  const client = join(DIST, 'client')
  if (existsSync(client)) builtFiles(app, client, CLIENT_BASE, !platform.settings.production)
  embedLoader(app, DIST, !platform.settings.production)
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const bundle = await bundleNow()
    if (!bundle)
      return reply
        .code(503)
        .type(TYPES.html)
        .send('<!doctype html><title>Kartis</title><p>npm start builds the sale site.</p>')
    const view = saleRequest(app, platform, bundle, request)
    try {
      const draw = () => bundle.render(view)
      const key = `${view.lang} ${addressOf(view.path, view.query)}`
      await send(request, reply, await (OWN.test(view.path) ? ready(draw()) : cached(key, draw)))
    } catch (error) {
      request.log.error({ reqId: request.id, err: error }, 'a page of the sale site could not be drawn')
      await send(request, reply, { ...bundle.errorPage(view), ready: undefined })
    }
    return reply
  }
  app.get('/order', answer)
  app.get('/order/*', answer)
  // Gateways send the buyer back by a form as often as by a link.
  app.post('/order/checkout/:uuid/return', answer)
}
