import type { Kernel } from '../../kernel/context.ts'
import type { App } from '../../kernel/route.ts'
import { eventParts } from '../events/index.ts'
import { scanCountersOf } from '../orders/index.ts'
import { doorsIdle } from './admit-together.ts'
import { routes } from './routes.ts'

/** The door: who enters, once, and how many have. */
export const plugin = async (app: App, kernel: Kernel): Promise<void> => {
  eventParts(kernel).scanStatistics = scanCountersOf
  routes(app, kernel)
  app.addHook('onClose', () => doorsIdle(kernel))
}
