import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { mapPartRoutes, mapRoutes } from './map-routes.ts'
import { venueRoutes } from './routes.ts'

export { insertVenue, venueRow, venuesByIds } from './venues-queries.ts'
export { viewVenue } from './routes.ts'
export type { VenueTexts } from './tables.ts'

/** Venues of a workspace: reusable addresses. Events copy the address, so that a change does not affect past events. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  venueRoutes(app, platform)
  mapRoutes(app, platform)
  mapPartRoutes(app, platform)
}
