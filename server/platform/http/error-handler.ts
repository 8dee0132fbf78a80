import { STATUS_OF } from '@kartis/contract/errors.ts'
import { type Refusal, refuse, refuseField, type RefusalCode } from '@kartis/domain/refusal.ts'
import { type Lang, pickLang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway, isRetryable } from '../database/error-code.ts'
import { FilesUnavailableError } from '../storage/files.ts'
import { wantsPage } from './plain-page.ts'
import { refusalPage } from './refusal-page.ts'

export const langOf = (request: FastifyRequest): Lang => pickLang(request.headers['accept-language'])

/** Refusals with a reason are described by its text where it has one; `count` there is the minutes that they last. */
const descriptionOf = ({ refusal, detail }: Refusal, lang: Lang): string => {
  const t = translatorFor(lang)
  const { reason, retry_after: seconds } = detail ?? {}
  const text = t(`errors:${refusal}`, detail)
  if (typeof reason !== 'string' || !/^\w+$/.test(reason)) return text
  const count = typeof seconds === 'number' ? Math.ceil(seconds / 60) : undefined
  return t(`refusal-reasons:${reason}`, { ...detail, count, defaultValue: text })
}

/** The status and body of a refusal, in the caller's language. */
export const refusalReply = (refusal: Refusal, lang: Lang) => ({
  status: STATUS_OF[refusal.refusal] || 500,
  body: {
    error: {
      code: refusal.refusal,
      description: descriptionOf(refusal, lang),
      detail: { ...refusal.detail, ...refusal.fields },
    },
  },
})

/** The page of a refusal has its own styles and nothing else. */
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'self'"

/** A refusal that the description of the API does not list: an error under test, else it is logged and sent all the same. */
const declaredRefusal = (request: FastifyRequest, refusal: Refusal): Refusal => {
  const { config, method, url } = request.routeOptions
  if (!config.refusals || refusal.refusal === 'system_error' || config.refusals.has(refusal.refusal)) return refusal
  const detail = { undeclared: `${String(method)} ${url ?? ''} does not declare ${refusal.refusal}` }
  request.log.error(detail, 'undeclared refusal')
  return request.server.validatesReplies ? refuse('system_error', { detail }) : refusal
}

/** Sends a refusal: every reply that is not a success goes through here. A browser gets a page instead of JSON. */
export const sendRefusal = (request: FastifyRequest, reply: FastifyReply, given: Refusal): FastifyReply => {
  const refusal = declaredRefusal(request, given)
  const { status, body } = refusalReply(refusal, langOf(request))
  const wait = refusal.detail?.retry_after
  if (typeof wait === 'number') void reply.header('retry-after', String(Math.max(1, Math.ceil(wait))))
  if (wantsPage(request)) {
    void reply
      .header('vary', 'accept')
      .header('cache-control', 'no-store')
      .header('content-security-policy', PAGE_POLICY)
    // Whatever the contract says of the replies of the route, this one is text.
    return reply.code(status).type('text/html; charset=utf-8').serializer(String).send(refusalPage(request, refusal))
  }
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body)
}

/** A refusal as an exception, for hooks and plugins that cannot return one. */
export class RefusalError extends Error {
  override name = 'RefusalError'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refusal)
    this.refusal = refusal
  }
}

/** Refusals for the error codes of Fastify, its plugins and PostgreSQL. */
const BY_CODE: Readonly<Record<string, Refusal>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: refuseField('body', 'not_json'),
  FST_ERR_CTP_EMPTY_JSON_BODY: refuseField('body', 'not_json'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: refuseField('body', 'invalid'),
  FST_ERR_CTP_BODY_TOO_LARGE: refuse('payload_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: refuse('unsupported_media_type'),
  FST_INVALID_MULTIPART_CONTENT_TYPE: refuse('unsupported_media_type'),
  FST_REQ_FILE_TOO_LARGE: refuse('payload_too_large'),
  FST_FILES_LIMIT: refuse('payload_too_large'),
  FST_PARTS_LIMIT: refuse('payload_too_large'),
  FST_FIELDS_LIMIT: refuse('payload_too_large'),
}

/** A value that PostgreSQL cannot store or compute with: a number too large, a day that is none. The contract missed it. */
const DATA_EXCEPTION = /^22(003|007|008|009|015|021|P02|P05)$/

/** PostgreSQL is back within seconds of a restart. */
const DATABASE_UNAVAILABLE = refuse('overloaded', { detail: { retry_after: 2 } })

/** A disk is emptied by a person, an object store comes back by itself. */
const FILES_UNAVAILABLE = refuse('overloaded', { detail: { retry_after: 30 } })

const BY_STATUS: Readonly<Record<number, RefusalCode>> = {
  400: 'unspecific',
  404: 'not_found',
  413: 'payload_too_large',
  414: 'unspecific',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  503: 'overloaded',
}

const refusalOf = (error: unknown): Refusal => {
  if (error instanceof RefusalError) return error.refusal
  if (typeof error !== 'object' || error === null) return refuse('system_error')
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  if (error instanceof SyntaxError && statusCode === 400) return refuseField('body', 'not_json')
  const refusal = typeof code === 'string' ? BY_CODE[code] : undefined
  if (refusal) return refusal
  if (isDatabaseAway(error) || isRetryable(error)) return DATABASE_UNAVAILABLE
  if (error instanceof FilesUnavailableError) return FILES_UNAVAILABLE
  if (typeof code === 'string' && DATA_EXCEPTION.test(code)) return refuseField('body', 'invalid')
  return refuse((typeof statusCode === 'number' ? BY_STATUS[statusCode] : undefined) ?? 'system_error')
}

/** What is logged of a refusal: nothing is broken, so neither stack nor message, which may quote the request. */
const lineOf = (error: unknown, refusal: Refusal, { id, method, routeOptions }: FastifyRequest) => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return { reqId: id, method, route: routeOptions.url, refusal: refusal.refusal, cause: code }
}

/** Level of the line of a refusal: what a flood causes by the thousand must not fill the disk. */
const LEVEL: Partial<Record<RefusalCode, 'debug' | 'warn'>> = { too_many_requests: 'debug', overloaded: 'warn' }

/**
 * Fastify's error handler: logs the error, and replies with a refusal that reveals nothing of it. Only an error of ours is
 * logged with its stack, and reported.
 */
export const handleError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refusal = refusalOf(error)
  if (refusal.refusal === 'system_error') {
    const { method, routeOptions, id } = request
    request.log.error({ reqId: id, err: error, refusal: refusal.refusal }, 'request failed')
    request.server.platform.errorReports.report(error, { method, route: routeOptions.url, request: id })
  } else request.log[LEVEL[refusal.refusal] ?? 'info'](lineOf(error, refusal, request), 'request refused')
  return sendRefusal(request, reply, refusal)
}
