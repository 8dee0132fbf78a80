import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor, isKnown, createCache, type ReadyBody, readyBody } from '../concurrency/cache.ts'

/** In memory: long enough that a rush asks the database twice a second, too short for anyone to see that it is old. */
export const KEEP_MS = 500
const MOST = 1000

/** A browser asks each time and is told 304 while nothing has changed; a CDN asks us once a second for everyone. */
export const SHARED_CACHE = 'public, max-age=0, s-maxage=1, stale-while-revalidate=1'

/** Sends a kept body: 304 to those who have it, compressed for those who can unpack it. */
export const sendReady = async (request: FastifyRequest, reply: FastifyReply, body: ReadyBody): Promise<void> => {
  void reply.header('etag', body.etag)
  if (isKnown(request.headers['if-none-match'], body.etag)) return void reply.code(304).send()
  const encoding = encodingFor(request.headers['accept-encoding'], body)
  if (!encoding) return void reply.send(body.plain)
  const packed = await body.in(encoding)
  return void reply.header('content-encoding', encoding).send(packed)
}

export type Make = () => Promise<unknown>

/**
 * Replies of one endpoint that are the same for every caller in every language: made twice a second at most, serialised,
 * marked and compressed once. `mark` leaves out of the ETag what changes by itself. Refusals are given back to be told to each caller in his own words, and are not kept.
 */
export const shareReplies = (
  keepMs: number,
  serialize: (value: unknown) => string,
  mark?: (value: unknown) => string,
) => {
  const shelf = createCache<ReadyBody | Refusal>({ keepMs, most: MOST }, (thing) => !isRefusal(thing))
  return async (request: FastifyRequest, reply: FastifyReply, make: Make): Promise<Refusal | undefined> => {
    const { thing } = await shelf.take(request.url, async () => {
      const made = await make()
      return isRefusal(made) ? made : readyBody(serialize(made), mark?.(made))
    })
    if (isRefusal(thing)) return thing
    void reply
      .type('application/json; charset=utf-8')
      .header('cache-control', SHARED_CACHE)
      .header('vary', 'accept-encoding')
    await sendReady(request, reply, thing)
    return undefined
  }
}
