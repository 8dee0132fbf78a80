import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { ownRoutes } from './own-routes.ts'
import { dataRightsRoutes } from './routes.ts'

/** What the law lets a person ask for: to see what is held of him, to take it along, to be forgotten. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  dataRightsRoutes(app, platform)
  ownRoutes(app, platform)
}
