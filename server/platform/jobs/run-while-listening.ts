import type { Platform } from '../platform.ts'
import type { App } from '../http/route.ts'

export interface Round {
  /** Milliseconds between two rounds; one that takes longer is waited for, never doubled. */
  readonly every: number
  readonly run: () => Promise<unknown>
  /** What the log says when a round fails; the next one tries again. */
  readonly failure: string
}

/** Does something again and again in every process that listens, until it closes. */
export const whileListening = (app: App, platform: Platform, { every, run, failure }: Round): void => {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const round = (): void => {
    running ??= run()
      .then(() => undefined)
      .catch((error: unknown) => platform.log.warn({ err: error }, failure))
      .finally(() => {
        running = undefined
      })
  }
  app.addHook('onListen', async () => {
    timer = setInterval(round, every)
    timer.unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
