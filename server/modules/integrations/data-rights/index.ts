import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { myDataRoutes } from './my-data-routes.ts'
import { dataRightsRoutes } from './routes.ts'

/**
 * Data protection rights: find, export and erase the data of a person. A module of `integrations`, the last layer, because
 * it reads and erases data of every module below.
 */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  dataRightsRoutes(app, platform)
  myDataRoutes(app, platform)
}
