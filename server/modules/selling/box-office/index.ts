import type { Plugin } from '../../../platform/http/route.ts'
import type { Payments } from '../../payments/payments/index.ts'
import { registerRoutes } from './register-routes.ts'
import { saleRoutes } from './sale-routes.ts'
import { shiftRoutes } from './shift-routes.ts'

export { recordHandedBack } from './hand-back.ts'

/** The box office: paired registers, their shifts with cash counts, sales for cash or by card reader. */
export const createBoxOffice =
  (payments: Payments): Plugin =>
  async (app) => {
    registerRoutes(app, payments)
    shiftRoutes(app)
    saleRoutes(app, payments)
  }
