import type { Kernel } from '../../kernel/context.ts'
import type { App } from '../../kernel/route.ts'
import { deviceRoutes } from './device-routes.ts'
import { saleRoutes } from './sale-routes.ts'
import { shiftRoutes } from './shift-routes.ts'

/** The counter: tills that are paired, shifts with their cash, sales for cash or by card reader. */
export const plugin = async (app: App, _kernel: Kernel): Promise<void> => {
  deviceRoutes(app)
  shiftRoutes(app)
  saleRoutes(app)
}
