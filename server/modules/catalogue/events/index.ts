import type { Plugin } from '../../../platform/http/route.ts'
import { createDescriptionCleaner } from './description-cleaner.ts'
import type { EventExtensions } from './extensions.ts'
import { imageAndCategoryRoutes } from './image-routes.ts'
import { publicEventRoutes } from './public-routes.ts'
import { eventRoutes } from './routes.ts'

export { artistNamesIn } from './artist-names.ts'
export { calendarOf } from './calendar.ts'
export {
  anyEventRow,
  eventBriefs,
  type EventRow,
  eventRow,
  forgetSoldEnd,
  isUuid,
  lockEvent,
  shareEvent,
} from './events-queries.ts'
export { movedFromOf } from './moved-from.ts'
export { placeIn, placeLine } from './event-place.ts'
export { cancelEvent, changeEventState } from './change-event-state.ts'
export type { EventExtensions, OnDuplicated } from './extensions.ts'
export { PAID, PAID_NET, paidMeans } from './revenue-sql.ts'
export { createDraft } from './save-event.ts'
export { seatsLeftOf, withSeatsLeft } from './statistics-queries.ts'
export type { EventTexts } from './tables.ts'

/** Events: state changes, time and place, the public pages, and statistics. */
export const createEvents =
  (extensions: EventExtensions): Plugin =>
  async (app, base) => {
    const descriptions = createDescriptionCleaner()
    app.addHook('onClose', () => descriptions.close())
    const platform = { ...base, extensions, cleanDescription: descriptions.clean }
    eventRoutes(app, platform)
    imageAndCategoryRoutes(app, platform)
    publicEventRoutes(app, platform)
  }
