import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { eventExtensions } from '../../catalogue/events/index.ts'
import { scanCountersOf } from '../../selling/ticketing/index.ts'
import { admissionIdle } from './admit-batch.ts'
import { routes } from './routes.ts'

/** The door: who enters, once, and how many have. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  eventExtensions(platform).scanStatistics = scanCountersOf
  routes(app, platform)
  app.addHook('onClose', () => admissionIdle(platform))
}
