import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { eventExtensions } from '../../catalogue/events/index.ts'
import { eventReport } from '../payouts/index.ts'
import { reportRoutes } from './routes.ts'

/** Payouts: what an event earned, what is kept of it, what goes to its producer; and reports over all events of an account. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  eventExtensions(platform).report = eventReport
  reportRoutes(app, platform)
}
