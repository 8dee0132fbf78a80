import type { Kernel } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { eventParts } from '../../catalogue/events/index.ts'
import { scanCountersOf } from '../../selling/ticketing/index.ts'
import { doorsIdle } from './admit-batch.ts'
import { routes } from './routes.ts'

/** The door: who enters, once, and how many have. */
export const plugin = async (app: App, kernel: Kernel): Promise<void> => {
  eventParts(kernel).scanStatistics = scanCountersOf
  routes(app, kernel)
  app.addHook('onClose', () => doorsIdle(kernel))
}
