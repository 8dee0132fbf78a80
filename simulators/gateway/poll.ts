import type { FastifyInstance } from 'fastify'
import { deleteOldNotifies } from './notifies.ts'
import { deliverDue } from './notify.ts'
import type { SimulatorOptions } from './options.ts'

const CLEANUP_EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
/** Milliseconds before the first clean-up: a command, such as a restore, opens the app for a moment and removes nothing. */
const FIRST_CLEANUP_MS = 60_000

/**
 * Polls for due webhooks, one poll at a time; closing waits for the last one. Once an hour `cleanUp` deletes what is older
 * than a day. Several simulators of one server may poll: a webhook is leased to one of them.
 */
export const pollNotifies = (
  app: FastifyInstance,
  options: SimulatorOptions,
  cleanUp: (dayAgo: Date) => Promise<void>,
): void => {
  if (options.pollMs <= 0) return
  let running: Promise<unknown> = Promise.resolve()
  let busy = false
  let cleanedAt = options.now().getTime() - CLEANUP_EVERY_MS + FIRST_CLEANUP_MS
  const poll = async (): Promise<void> => {
    if (busy) return
    busy = true
    try {
      await deliverDue(options)
      if (options.now().getTime() - cleanedAt > CLEANUP_EVERY_MS) {
        cleanedAt = options.now().getTime()
        const dayAgo = new Date(cleanedAt - DAY_MS)
        await deleteOldNotifies(options.db, dayAgo)
        await cleanUp(dayAgo)
      }
    } catch (error) {
      app.log.warn({ err: error }, 'delivery of simulated webhooks failed')
    } finally {
      busy = false
    }
  }
  const timer = setInterval(() => (running = poll()), options.pollMs)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
