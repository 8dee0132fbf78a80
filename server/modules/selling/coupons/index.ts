import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { couponRoutes } from './routes.ts'

export { copyCoupons } from './copy-coupons.ts'
export { holdUses, lockCoupons, moveUses, reacquireUse, readCoupon } from './uses-queries.ts'

/** Coupons of events. Uses are counted like tickets: held by open orders, used by paid ones. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  couponRoutes(app, platform)
}
