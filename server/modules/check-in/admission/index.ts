import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { createAdmissionQueue } from './admission-queue.ts'
import { conflictRoutes } from './conflict-routes.ts'
import { deviceRoutes } from './device-routes.ts'
import { orderEntryRoutes } from './order-entries.ts'
import { peopleRoutes } from './people-routes.ts'
import { routes } from './routes.ts'
import { undoRoutes } from './undo-routes.ts'

export { listConflicts } from './list-conflicts.ts'
export { type MetEntries, readMetEntries } from './met-entries.ts'
export { seatsInLanguage } from './seats-in-language.ts'

/** Check-in: who enters, once, and how many have. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  const queue = createAdmissionQueue(platform)
  routes(app, platform, queue)
  deviceRoutes(app, platform, queue)
  peopleRoutes(app, platform)
  undoRoutes(app, platform)
  conflictRoutes(app)
  orderEntryRoutes(app)
  app.addHook('onClose', () => queue.idle())
}
