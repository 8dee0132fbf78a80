import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { reportRoutes } from './routes.ts'

export type { PrintedReport, PrintedTable } from './pdf-report.ts'
export { createReportRenderer } from './report-renderer.ts'

/** Payout reports of events, and reports over all events of an account. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  reportRoutes(app, platform)
}
