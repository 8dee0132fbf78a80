import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCache } from '../concurrency/cache.ts'
import { CACHE_SIZES } from '../config/cache-sizes.ts'
import { type PreparedBody, prepareBody, sendPrepared } from './prepared-body.ts'

/** A browser revalidates each time and gets 304 while nothing has changed; a CDN asks once a second for everyone. */
export const SHARED_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'

/** Sends a body that is the same for every caller, and for every language unless `vary` says otherwise. */
export const sendSharedBody = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: PreparedBody,
  vary = 'accept-encoding',
): Promise<void> =>
  sendPrepared(
    request,
    reply.type('application/json; charset=utf-8').header('cache-control', SHARED_CACHE).header('vary', vary),
    body,
  )

/** Sends the reply that `load` computes, or returns its refusal, which the caller sends in the client's language. */
export type SendShared = (
  request: FastifyRequest,
  reply: FastifyReply,
  load: () => Promise<unknown>,
  /** Of a reply that has the texts of its reader. */
  lang?: Lang,
) => Promise<Refusal | undefined>

/**
 * Caches the replies of one endpoint that are the same for every caller, and for every language unless one is passed:
 * computed, serialised and compressed once in `ttlMs` for each URL. `version` is the part of a reply that its ETag is made of.
 * Refusals are not cached.
 */
export const shareReplies = (
  ttlMs: number,
  serialize: (value: unknown) => string,
  version?: (value: unknown) => string,
): SendShared => {
  const bodies = createCache<PreparedBody | Refusal>({
    ttlMs,
    max: CACHE_SIZES.sharedReplies,
    isCacheable: (body) => !isRefusal(body),
  })
  return async (request, reply, load, lang) => {
    const body = await bodies.getOrLoad(lang ? `${lang} ${request.url}` : request.url, async () => {
      const value = await load()
      return isRefusal(value) ? value : prepareBody(serialize(value), version?.(value))
    })
    if (isRefusal(body)) return body
    await sendSharedBody(request, reply, body, lang && 'accept-encoding, accept-language')
    return undefined
  }
}
