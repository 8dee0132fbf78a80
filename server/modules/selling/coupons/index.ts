import type { Kernel } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { eventParts } from '../../catalogue/events/index.ts'
import { copyCoupons } from './copy-coupons.ts'
import { couponRoutes } from './routes.ts'

export { lockCoupons, moveUses, takeUseAgain, type UseChange } from './uses-queries.ts'

/** Coupons of events. Their uses are counted as tickets are: held by open orders, used by paid ones. */
export const plugin = async (app: App, kernel: Kernel): Promise<void> => {
  eventParts(kernel).duplicated.push((tx, from, toId, later, copies) =>
    copyCoupons(kernel, tx, { fromId: from.id, toId, later, copies }),
  )
  couponRoutes(app, kernel)
}
