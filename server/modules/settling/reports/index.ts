import type { Kernel } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { eventParts } from '../../catalogue/events/index.ts'
import { eventReport } from '../payouts/index.ts'
import { reportRoutes } from './routes.ts'

/** Payouts: what an event earned, what is kept of it, what goes to its producer; and reports over all events of an account. */
export const plugin = async (app: App, kernel: Kernel): Promise<void> => {
  eventParts(kernel).report = eventReport
  reportRoutes(app, kernel)
}
