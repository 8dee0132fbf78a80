import type { Logger } from './log.ts'
import { tracing } from './tracing.ts'

/** Loads OpenTelemetry when the operator has named a collector; resolves with the function that ends it. */
export const startTracing = async (isOn: boolean, log: Pick<Logger, 'warn'>): Promise<() => Promise<void>> => {
  if (!isOn) return async () => undefined
  const { openTracer } = await import('./open-telemetry.ts')
  const tracer = openTracer(log)
  tracing.tracer = tracer
  return async () => {
    tracing.tracer = undefined
    await tracer.stop()
  }
}
