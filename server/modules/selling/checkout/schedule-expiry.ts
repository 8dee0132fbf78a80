import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import type { Payments } from '../../payments/payments/index.ts'
import { whileListening } from '../../../platform/jobs/run-while-listening.ts'
import { sweepOrderFiles } from './sweep-order-files.ts'
import { expireOrders } from './expire-orders.ts'

const INTERVAL_MS = 5000

/**
 * Expires holds every few seconds in every process that listens; the job of each minute covers processes that are down.
 * Nothing shown depends on it: an expired hold is shown as expired at once, and its tickets are reclaimed for a buyer who
 * would otherwise be refused.
 */
export const scheduleExpiry = (app: App, platform: Platform, payments: Payments): void => {
  platform.jobs.cron('orders.expire', '* * * * *', () => expireOrders(platform, payments))
  platform.jobs.cron('orders.sweep-files', '*/5 * * * *', () => sweepOrderFiles(platform))
  whileListening(app, platform, {
    every: INTERVAL_MS,
    run: () => expireOrders(platform, payments),
    failure: 'expiry of holds failed',
  })
}
