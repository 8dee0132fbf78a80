import type { Plugin } from '../../../platform/http/route.ts'
import type { Terminals } from '../../payments/payments/index.ts'
import { countOpen } from './exceptions-queries.ts'
import { notOfferedEvents } from './not-offered.ts'
import { reconcileGateways } from './reconcile.ts'
import { routes } from './routes.ts'

export { decideException, type ExceptionRow, readExceptions } from './exceptions-queries.ts'
export { headingsIn, ReportError } from './report-lines.ts'
export {
  lastDays,
  loadAcquirerReport,
  loadDeposits,
  type LoadedReport,
  loadGatewayReport,
  reconcileTerminal,
} from './reconcile.ts'

/** Every night our books are compared with what the gateways list: the days before, which are complete by then. */
export const createReconciliation =
  (terminals: Terminals): Plugin =>
  async (app, platform) => {
    routes(app)
    platform.domainEvents.subscribe(notOfferedEvents())
    platform.gauges.define({
      name: 'reconciliation_differences',
      help: 'Open differences between our books and those of gateways, acquirers and the bank',
      read: countOpen,
    })
    platform.jobs.cron('reconciliation.gateways', '20 5 * * *', () => reconcileGateways(platform, terminals), {
      expire: 3600,
      retries: 3,
      retryDelay: 900,
    })
  }
