import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { ownRoutes } from './own-routes.ts'
import { dataRightsRoutes } from './routes.ts'

/** Data protection rights: find, export and erase the data of a person. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  dataRightsRoutes(app, platform)
  ownRoutes(app, platform)
}
