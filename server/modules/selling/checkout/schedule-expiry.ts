import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import type { Payments } from '../../payments/payments/index.ts'
import { whileListening } from '../../../platform/jobs/run-while-listening.ts'
import { expireOrders } from './expire-orders.ts'

const EVERY = 5000

/**
 * Ends holds whose time is over every few seconds, in every process that listens; the job of the minute covers for
 * processes that are down. What people are told does not wait for it: a hold that is over is shown as expired at once,
 * and its tickets go to the next buyer who would otherwise be turned away.
 */
export const scheduleExpiry = (app: App, platform: Platform, payments: Payments): void => {
  platform.jobs.cron('orders.expire', '* * * * *', () => expireOrders(platform, payments))
  whileListening(app, platform, {
    every: EVERY,
    run: () => expireOrders(platform, payments),
    failure: 'holds could not be ended',
  })
}
