import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from './route.ts'
import { busyAnswers, busyLang } from './overload-page.ts'
import { type Importance, importanceOf } from './priority.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused at the door because of pressure: counted, but not worth a line of the log each. */
    turnedAway: boolean
  }
}

const RESOLUTION = 50
const LOOK_EVERY = 500
/** Milliseconds that a turn of the event loop may take on average; a person waits many turns for one page. */
const LIMIT = 2000
/** One long turn (a start, a large export) is no flood; two looks in a row are. */
const LOOKS = 2

/** Judges looks at the loop: pressed after `LOOKS` long ones, free again after the first short one. */
export const pressureGauge = () => {
  let long = 0
  return {
    look: (milliseconds: number): void => {
      long = milliseconds > LIMIT ? long + 1 : 0
    },
    pressed: (): boolean => long >= LOOKS,
  }
}

/** Of the places there are for usual callers, how many there are before each kind is turned away. */
const SHARE: Readonly<Record<Exclude<Importance, 'always'>, number>> = { usual: 1, begun: 1.25, first: 2 }

export interface DoorOptions {
  /** Requests of usual callers that may be under way in this process at once. */
  readonly places: number
  /** Requests that wait for a connection to the database now. */
  readonly waiting: () => number
  readonly pressed: () => boolean
}

/** Who may come in. Every place taken must be given back. */
export const openDoor = ({ places, waiting, pressed }: DoorOptions) => {
  let inside = 0
  const full = (share: number): boolean => inside >= places * share || waiting() >= (places * share) / 2
  return {
    admits: (importance: Importance): boolean => {
      if (importance === 'always') return true
      // Those few who go first cost little, and the loop's length is not theirs.
      if (importance === 'first') return inside < places * SHARE.first
      return !pressed() && !full(SHARE[importance])
    },
    enter: (): void => {
      inside += 1
    },
    leave: (): void => {
      inside -= 1
    },
    inside: (): number => inside,
  }
}

const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && !url.startsWith('/api/') && /\btext\/html\b/.test(headers.accept ?? '')

const turnAway = (answers: ReturnType<typeof busyAnswers>) => (request: FastifyRequest, reply: FastifyReply) => {
  request.turnedAway = true
  const page = wantsPage(request)
  const { wait, page: html, json } = answers(busyLang(request, page))
  return reply
    .code(503)
    .header('retry-after', wait)
    .header('cache-control', 'no-store')
    .type(page ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8')
    .send(page ? html : json)
}

/** Says once that people are being turned away, and once how many they were. */
const openDiary = (app: App) => {
  let turned = 0
  return {
    count: (): void => {
      if (turned === 0) app.log.warn('too much to do: callers are turned away')
      turned += 1
    },
    look: (): void => {
      if (turned > 0) app.log.warn({ turned_away: turned }, 'callers were turned away')
      turned = 0
    },
  }
}

const DIARY_EVERY = 10_000

/**
 * Past the capacity of this process new requests are refused at once with 503 and a time to come back, so that those
 * inside can end: usual callers first, those on their way to pay later, scans and the gateway's words last.
 */
export const relieve = (app: App, options: Pick<DoorOptions, 'places' | 'waiting'>): void => {
  const gauge = pressureGauge()
  const door = openDoor({ ...options, pressed: gauge.pressed })
  const refuseAt = turnAway(busyAnswers())
  const diary = openDiary(app)
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  let timers: NodeJS.Timeout[] = []
  app.decorateRequest('turnedAway', false)
  // From here on only: the long turns of a start say nothing about the load.
  app.addHook('onListen', async () => {
    delay.enable()
    const look = (): void => {
      gauge.look(delay.mean / 1e6 - RESOLUTION)
      delay.reset()
    }
    timers = [setInterval(look, LOOK_EVERY).unref(), setInterval(diary.look, DIARY_EVERY).unref()]
  })
  app.addHook('onClose', async () => {
    timers.forEach((timer) => clearInterval(timer))
    delay.disable()
  })
  app.addHook('onRequest', (request, reply, done) => {
    const importance = importanceOf(request)
    if (importance === 'always') return done()
    if (!door.admits(importance)) {
      diary.count()
      void refuseAt(request, reply)
      return
    }
    door.enter()
    // Also when the caller hangs up before the answer.
    reply.raw.once('close', door.leave)
    done()
  })
}
