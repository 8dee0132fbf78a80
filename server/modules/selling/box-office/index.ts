import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { deviceRoutes } from './device-routes.ts'
import { saleRoutes } from './sale-routes.ts'
import { shiftRoutes } from './shift-routes.ts'

/** The counter: tills that are paired, shifts with their cash, sales for cash or by card reader. */
export const plugin = async (app: App, _kernel: Platform): Promise<void> => {
  deviceRoutes(app)
  shiftRoutes(app)
  saleRoutes(app)
}

export {
  completeAtCounter,
  holdAtCounter,
  keepHolding,
  lockOpenOrder,
  sellAtCounter,
  setBuyerPhone,
  type CounterBuyer,
  type CounterOrder,
} from './box-office-orders.ts'
