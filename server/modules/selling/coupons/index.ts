import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { eventExtensions } from '../../catalogue/events/index.ts'
import { copyCoupons } from './copy-coupons.ts'
import { couponRoutes } from './routes.ts'

export { holdUses, lockCoupons, moveUses, reacquireUse, type UseChange } from './uses-queries.ts'

/** Coupons of events. Uses are counted like tickets: held by open orders, used by paid ones. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  eventExtensions(platform).duplicated.push((tx, from, toId, later, copies) =>
    copyCoupons(platform, tx, { fromId: from.id, toId, later, copies }),
  )
  couponRoutes(app, platform)
}
