import type { Kernel } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { ownRoutes } from './own-routes.ts'
import { dataRightsRoutes } from './routes.ts'

/** What the law lets a person ask for: to see what is held of him, to take it along, to be forgotten. */
export const plugin = async (app: App, kernel: Kernel): Promise<void> => {
  dataRightsRoutes(app, kernel)
  ownRoutes(app, kernel)
}
