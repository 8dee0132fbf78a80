import { createSpreadsheetLimit } from './spreadsheet-limit.ts'
import { isUtf8 } from 'node:buffer'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { refuse, refuseField } from '@kartis/domain/refusal.ts'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { parse } from 'qs'
import type { Platform } from '../platform.ts'
import { clientErrorHandler, refuseTwoHosts } from './client-error.ts'
import { isDeeperThan } from './json-depth.ts'
import { refuseOtherSites } from './other-sites.ts'
import { handleError, RefusalError, sendRefusal } from './error-handler.ts'
import type { Authorizer } from './authorization.ts'
import { noteNetworks } from './rate-limit.ts'
import type { App } from './route.ts'
import { securityHeaders } from './security.ts'
import type { Settings } from '../config/settings.ts'
import { installGracefulClose } from './graceful-close.ts'

const MEGABYTE = 1024 * 1024
/** Levels of arrays and objects in a JSON body; the contract has a dozen at most. What walks deeper ones takes seconds, or the stack. */
const MAX_DEPTH = 64
/**
 * Characters of one part of a path: as many as an address can have, because Node.js refuses longer headers. So every route
 * reads a long key by its contract, and it identifies nothing, like every malformed one. (No route matches parts by a
 * pattern, for which a lower limit would be needed.)
 */
const MAX_PARAM_LENGTH = 64 * 1024

const UNREADABLE: ReadonlySet<string> = new Set(['FST_ERR_BAD_URL', 'FST_ERR_MAX_PARAM_LENGTH'])

/** The parser leaves `__proto__` out; under this name it is an unknown parameter like every other one. */
const namedProto = (text: string, decode: (text: string) => string, type: 'key' | 'value'): string => {
  const decoded = decode(text)
  return type === 'key' ? decoded.replaceAll('__proto__', '"__proto__"') : decoded
}

/** One parameter with a plain value, as polls send it (`since=12`). */
const ONE_PLAIN = /^[a-z][a-z_]*=[\w.-]*$/i

/** `filter[or][name]=x&with[]=a&with[]=b` as nested data, whose objects have no prototype: any name may be a key. */
export const parseQuery = (text: string): Record<string, unknown> => {
  // The general way takes 8 µs, a tenth of the reply to a poll.
  if (ONE_PLAIN.test(text) && !text.includes('__proto__')) {
    const at = text.indexOf('=')
    return Object.assign(Object.create(null) as Record<string, unknown>, { [text.slice(0, at)]: text.slice(at + 1) })
  }
  return parseNested(text)
}

const parseNested = (text: string): Record<string, unknown> =>
  parse(text, {
    depth: 4,
    arrayLimit: 200,
    parameterLimit: 500,
    plainObjects: true,
    decoder: (part, decode, _charset, type) => namedProto(part, decode, type),
  })

/** Fastify's `trustProxy`: a number of proxies, or their addresses. */
const trustedProxies = (proxies: Settings['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies

/** An HTTP server with Kartis's parsers and error handler, and no routes. */
export const openServer = async (platform: Platform, authorizer: Authorizer): Promise<App> => {
  const { settings, log, newId } = platform
  const headers = securityHeaders(settings, [])
  const app: App = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    // A child logger for each request would compile the redaction again; log lines carry `reqId` instead.
    childLoggerFactory: (logger) => logger,
    trustProxy: trustedProxies(settings.trustProxy),
    bodyLimit: MEGABYTE,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // What arrives on a connection that is still open is served, see `drain`.
    return503OnClosing: false,
    // The address itself is malformed (`%zz`, a part above `MAX_PARAM_LENGTH`): it names nothing, and no hook sees it.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers.api).header('x-request-id', request.id)
      sendRefusal(request, reply, UNREADABLE.has(error.code) ? refuse('not_found') : refuse('unspecific'))
    },
    clientErrorHandler,
    routerOptions: { querystringParser: parseQuery, maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: true },
  })
  app.decorate('platform', platform)
  app.decorate('authorizer', authorizer)
  app.decorateRequest('routeClass', null)
  app.decorate('endpoints', [])
  app.decorate('validatesReplies', false)
  app.decorate('sharedReadMs', 0)
  app.decorate('spreadsheetLimit', createSpreadsheetLimit())
  app.setErrorHandler(handleError)
  noteNetworks(app)
  refuseTwoHosts(app)
  refuseOtherSites(app, settings.publicUrl)
  app.decorate('drain', installGracefulClose(app))

  const json = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain'])
  // Many clients send a JSON content type with an empty body.
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Decoding would put U+FFFD in place of what is no UTF-8, and nobody would learn of it.
    if (!isUtf8(body as Buffer)) return done(new RefusalError(refuseField('body', 'not_json')))
    const text = body.toString('utf8')
    if (text.length === 0) done(null, undefined)
    else if (isDeeperThan(MAX_DEPTH, body as Buffer)) done(new RefusalError(refuseField('body', 'too_deep')))
    else if (request.routeOptions.config.keepsBody) done(null, text)
    else void json(request, text, done)
  })
  await app.register(cookie)
  await app.register(formbody, { parser: parseQuery })
  await app.register(multipart, {
    limits: { fileSize: UPLOAD.maxBytes, files: 10, fields: 100, fieldSize: MEGABYTE, headerPairs: 100 },
  })
  return app
}
