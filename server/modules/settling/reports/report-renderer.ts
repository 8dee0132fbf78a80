import { createWorkerThread, type WorkerThread } from '../../../platform/concurrency/worker-thread.ts'
import type { PrintedReport } from './pdf-report.ts'

/** Renders reports as PDF in a thread, which starts with the first one. */
export const createReportRenderer = (): WorkerThread<PrintedReport, Uint8Array> =>
  createWorkerThread<PrintedReport, Uint8Array>(new URL('./pdf-worker.ts', import.meta.url))
