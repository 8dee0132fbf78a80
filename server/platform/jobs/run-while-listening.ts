import type { Platform } from '../platform.ts'
import type { App } from '../http/route.ts'

export interface PeriodicTask {
  /** Milliseconds between two runs; a run that takes longer is not started twice. */
  readonly every: number
  readonly run: () => Promise<unknown>
  /** Log message of a failed run; the next run tries again. */
  readonly failure: string
}

/** Runs a task periodically in every process that listens, until it closes. */
export const whileListening = (app: App, platform: Platform, { every, run, failure }: PeriodicTask): void => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const start = (): void => {
    running ??= run()
      .then(() => undefined)
      .catch((error: unknown) => platform.log.warn({ err: error }, failure))
      .finally(() => {
        running = undefined
      })
  }
  app.addHook('onListen', async () => {
    timer = setInterval(start, every)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
