import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createAdaptiveLimit } from './adaptive-limit.ts'
import type { App } from './route.ts'
import { overloadLang, overloadReplies } from './overload-page.ts'
import { wantsSitePage } from './plain-page.ts'
import { runUrgently } from '../concurrency/urgent.ts'
import { isInner } from './inner.ts'
import { classOf, type Priority } from './route-class.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused because the process is overloaded: counted in the metrics, not logged one by one. */
    isShed: boolean
    /** Where only its outcome tells: whether it waited for nothing but this process and its database (`RouteClass.isTimed`). */
    isTimed: boolean | null
    /** Whether it counts among the requests in flight. */
    isInFlight: boolean
    /** Waits for something that costs this process nothing; meanwhile the request takes no place of others. */
    whileIdle<T>(wait: () => Promise<T>): Promise<T>
  }
}

const RESOLUTION_MS = 50
const SAMPLE_EVERY_MS = 500
/** Mean event loop delay above which a sample counts as long; a page takes many turns of the loop. */
const MAX_DELAY_MS = 2000
/** One long sample (a start, a large export) is not an overload; two in a row are. */
const LONG_SAMPLES = 2

/** Detects an overloaded event loop: after two long samples in a row, until the first short one. */
export const createOverloadDetector = () => {
  let long = 0
  return {
    sample: (delayMs: number): void => {
      long = delayMs > MAX_DELAY_MS ? long + 1 : 0
    },
    isOverloaded: (): boolean => long >= LONG_SAMPLES,
  }
}

/** The limit of each priority, as a multiple of the limit of usual requests. */
const SHARE: Readonly<Record<Exclude<Priority, 'always'>, number>> = { usual: 1, begun: 1.25, first: 2 }
/** The same of the limit that follows the times of requests: who was admitted is to get to the end. */
const ADAPTIVE_SHARE = { usual: 1, begun: 4 } as const

export interface ConcurrencyOptions {
  /** Usual requests that this process handles in parallel. */
  readonly maxInFlight: number
  /** Requests that wait for a database connection now. */
  readonly waiting: () => number
  readonly isOverloaded: () => boolean
  /** Usual requests that it can handle quickly in parallel, as far as their times tell. */
  readonly quick?: () => number
}

/** Limits the requests in flight by priority. Each `enter` must be followed by a `leave`. */
export const createConcurrencyLimit = ({
  maxInFlight,
  waiting,
  isOverloaded,
  quick = () => maxInFlight,
}: ConcurrencyOptions) => {
  let inFlight = 0
  const isFull = (priority: 'usual' | 'begun'): boolean =>
    inFlight >= Math.min(maxInFlight * SHARE[priority], quick() * ADAPTIVE_SHARE[priority]) ||
    waiting() >= (maxInFlight * SHARE[priority]) / 2
  return {
    inFlight: () => inFlight,
    admits: (priority: Priority): boolean => {
      if (priority === 'always') return true
      // These are few and cheap, so they are admitted while the event loop is overloaded.
      if (priority === 'first') return inFlight < maxInFlight * SHARE.first
      return !isOverloaded() && !isFull(priority)
    },
    enter: (): void => {
      inFlight += 1
    },
    leave: (): void => {
      inFlight -= 1
    },
  }
}

const refuseWith = (replies: ReturnType<typeof overloadReplies>) => (request: FastifyRequest, reply: FastifyReply) => {
  request.isShed = true
  const isPage = wantsSitePage(request)
  const { wait, page, json } = replies(overloadLang(request, isPage))
  return reply
    .code(503)
    .header('retry-after', wait)
    .header('cache-control', 'no-store')
    .type(isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
    .send(isPage ? page : json)
}

/** Replies as to a refused request: 503 with Retry-After, a page that reloads itself where a page was requested. */
export const createOverloadReply = () => refuseWith(overloadReplies())

/** Logs the beginning of an overload once, and then the number of refused requests. */
const createShedLog = (app: App) => {
  let shed = 0
  return {
    count: (): void => {
      if (shed === 0) app.log.warn('overloaded: requests are shed')
      shed += 1
    },
    flush: (limit: number): void => {
      if (shed > 0) app.log.warn({ shed, limit }, 'requests were shed')
      shed = 0
    },
  }
}

const LOG_EVERY_MS = 10_000
const DECIDE_EVERY_MS = 100

/**
 * Sheds load: above the capacity of this process, which the times of its requests tell, new ones are refused at once with
 * 503 and Retry-After, so that those in flight can finish. Usual requests are refused first, then checkouts, then check-in and webhooks.
 */
export const shedLoad = (
  app: App,
  options: Pick<ConcurrencyOptions, 'maxInFlight' | 'waiting'> & { readonly shedAboveMs: number },
): void => {
  const detector = createOverloadDetector()
  const adaptive = createAdaptiveLimit(options.maxInFlight, options.shedAboveMs)
  const limit = createConcurrencyLimit({
    ...options,
    isOverloaded: detector.isOverloaded,
    ...(options.shedAboveMs > 0 && { quick: adaptive.value }),
  })
  const refuse = createOverloadReply()
  const shedLog = createShedLog(app)
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  let timers: NodeJS.Timeout[] = []
  app.decorateRequest('isShed', false)
  app.decorateRequest('isTimed', null)
  app.decorateRequest('isInFlight', false)
  app.decorateRequest('whileIdle', async function (this: FastifyRequest, wait: () => Promise<never>) {
    if (!this.isInFlight) return wait()
    this.isTimed = false
    limit.leave()
    try {
      return await wait()
    } finally {
      limit.enter()
    }
  })
  // Not before the server listens: the delays of a start say nothing about the load.
  app.addHook('onListen', async () => {
    delay.enable()
    const sample = (): void => {
      detector.sample(delay.mean / 1e6 - RESOLUTION_MS)
      delay.reset()
    }
    timers = [
      setInterval(sample, SAMPLE_EVERY_MS).unref(),
      setInterval(() => adaptive.decide(limit.inFlight(), performance.now()), DECIDE_EVERY_MS).unref(),
      setInterval(() => shedLog.flush(adaptive.value()), LOG_EVERY_MS).unref(),
    ]
  })
  app.addHook('onClose', async () => {
    timers.forEach((timer) => clearInterval(timer))
    delay.disable()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const { priority, isTimed } = classOf(request)
    // What this process requests of itself belongs to a request that was admitted.
    if (priority === 'always' || isInner(request)) return done()
    if (!limit.admits(priority)) {
      shedLog.count()
      void refuse(request, reply)
      return
    }
    limit.enter()
    request.isInFlight = true
    // Emitted also when the client disconnects before the response.
    const began = performance.now()
    reply.raw.once('close', () => {
      limit.leave()
      if (request.isTimed ?? isTimed) adaptive.ended(performance.now() - began)
    })
    done()
  })
  // Not before: the body of a request arrives in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const { priority } = classOf(request)
    if (priority === 'first' || priority === 'always') runUrgently(done)
    else done()
  })
}
