import { monitorEventLoopDelay } from 'node:perf_hooks'
import { refuse } from '@kartis/domain/refusal.ts'
import { RefusalError } from '../exit.ts'
import type { App } from '../route.ts'

const RESOLUTION = 50
const LOOK_EVERY = 500
/** Milliseconds that a turn of the event loop may take on average; a person waits many turns for one page. */
const LIMIT = 2000
/** One long turn (a start, a large export) is no flood; two looks in a row are. */
const LOOKS = 2
const ALWAYS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

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

/** Under pressure, new requests are refused at once with 503 and a time to come back, so that those inside can end. */
export const relieve = (app: App): void => {
  const gauge = pressureGauge()
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  let timer: NodeJS.Timeout | undefined
  // From here on only: the long turns of a start say nothing about the load.
  app.addHook('onListen', async () => {
    delay.enable()
    timer = setInterval(() => {
      gauge.look(delay.mean / 1e6 - RESOLUTION)
      delay.reset()
    }, LOOK_EVERY).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delay.disable()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (!gauge.pressed() || ALWAYS.has(request.url)) return done()
    done(new RefusalError(refuse('overloaded', { detail: { retry_after: 5 } })))
  })
}
