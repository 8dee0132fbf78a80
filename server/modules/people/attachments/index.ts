import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { attachmentRoutes } from './attachment-routes.ts'
import { fileRoutes } from './routes.ts'
import { createVariants } from './variants.ts'

export { attachmentsOf, filesByIds } from './attachment-view.ts'
export {
  deleteFileRows,
  eraseOrderFiles,
  keepFiles,
  orderFileSlots,
  unsettledOrderFiles,
} from './attachments-queries.ts'
export { readUpload } from './read-upload.ts'
export { storeAccountFile } from './store-account-file.ts'
export { storeOrderFile } from './store-order-file.ts'
export { storeOwnedFile } from './store-owned-file.ts'
export { storeMapPicture } from './store-map-picture.ts'
export { copyEventImages, putEventImage, removeEventImage, storeEventImage } from './store-event-image.ts'

/** Files of events, accounts and orders: bytes in the file store, metadata in a table, served at `/files`. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  fileRoutes(app, platform, createVariants(platform))
  attachmentRoutes(app, platform)
}
