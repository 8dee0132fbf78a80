import type { Kernel } from '../../kernel/context.ts'
import type { App } from '../../kernel/route.ts'
import { eventParts } from '../events/index.ts'
import { eventReport } from './event-report.ts'
import { reportRoutes } from './routes.ts'

export { type DuePayout, duePayouts, payoutRun } from './pay-out.ts'

/** Payouts: what an event earned, what is kept of it, what goes to its producer; and reports over all events of an account. */
export const plugin = async (app: App, kernel: Kernel): Promise<void> => {
  eventParts(kernel).report = eventReport
  reportRoutes(app, kernel)
}
