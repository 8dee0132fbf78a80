import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { draftRoutes } from './maps/draft-routes.ts'
import { pictureRoutes } from './maps/picture-routes.ts'
import { mapRoutes } from './maps/map-routes.ts'
import { createMapWork } from './maps/map-work.ts'
import { createMapWorker } from './maps/map-worker.ts'
import { mapPartRoutes } from './maps/part-routes.ts'
import { partWriteRoutes } from './maps/part-write-routes.ts'
import { createPartWriter } from './maps/write-part.ts'
import { venueRoutes } from './routes.ts'

export { insertVenue, venueRow, venuesByIds } from './venues-queries.ts'
export { viewVenue } from './routes.ts'
export { createPublishedMap } from './maps/create-published.ts'
export { readEdition } from './maps/read-edition.ts'
export type { VenueTexts } from './tables.ts'

/**
 * Venues of a workspace: reusable addresses, and seat maps. Events copy the address and the edition of a map, so that a
 * change does not affect them.
 */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  venueRoutes(app, platform)
  const worker = createMapWorker()
  app.addHook('onClose', worker.close)
  const work = createMapWork(worker)
  const writePart = createPartWriter(platform.db, work)
  mapRoutes(app, platform, work)
  draftRoutes(app, platform, work)
  pictureRoutes(app, platform, work, writePart)
  mapPartRoutes(app, platform)
  partWriteRoutes(app, platform, work, writePart)
}
