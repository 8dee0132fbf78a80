import type { App } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { routes } from './routes.ts'
import { defineMessageJob } from './send-message.ts'

/** Service messages of a producer to the buyers of an event. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  routes(app)
  defineMessageJob(platform)
}
