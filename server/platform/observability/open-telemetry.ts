import { type Context, context, diag, DiagLogLevel, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import { VERSION } from '../config/version.ts'
import type { Logger } from './log.ts'
import type { Origin, Span, SpanFields, Tracer } from './tracing.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

/** Milliseconds that a stop waits for a collector which does not answer. */
const STOP_MS = 3000
/** Milliseconds between two lines of the log about a collector that cannot be reached. */
const WARN_EVERY_MS = 60_000

const definedOf = (fields: SpanFields): Record<string, string | number | string[]> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'object' ? [...value] : value]],
    ),
  )

/** What the exporter says of a collector that it cannot reach. */
const logTo = (log: Pick<Logger, 'warn'>): void => {
  let next = 0
  const warn = (message: string): void => {
    if (Date.now() < next) return
    next = Date.now() + WARN_EVERY_MS
    log.warn({ detail: message.slice(0, 300) }, 'spans not delivered')
  }
  const nothing = (): void => undefined
  diag.setLogger(
    { error: warn, warn: nothing, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  )
}

/** The collector, the sampler, the name of the service and all else are read from OTEL_* by OpenTelemetry itself. */
const createProvider = (): NodeTracerProvider =>
  new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'kartis', 'service.version': VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })

/** Opens the tracer of this process; one at a time, because its context is global. */
export const openTracer = (log: Pick<Logger, 'warn'>): Tracer => {
  logTo(log)
  const provider = createProvider()
  provider.register()
  const tracer = provider.getTracer('kartis', VERSION)

  const spanOf = (own: Context): Span => {
    const span = trace.getSpan(own)
    return {
      set: (fields) => void span?.setAttributes(definedOf(fields)),
      fail: (type) => void span?.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR }),
      end: () => span?.end(),
      within: (act) => context.with(own, act),
    }
  }

  const linkTo = (origin: Origin) => {
    const span = trace.getSpan(origin as Context)
    return span ? [{ context: span.spanContext() }] : []
  }

  return {
    start: (name, { kind = 'internal', fields = {}, isRoot = false, links = [] } = {}) => {
      const parent = context.active()
      const options = { kind: KINDS[kind], attributes: definedOf(fields), root: isRoot, links: links.flatMap(linkTo) }
      return spanOf(trace.setSpan(parent, tracer.startSpan(name, options, parent)))
    },
    note: (name, fields) => void trace.getActiveSpan()?.addEvent(name, definedOf(fields)),
    origin: () => (trace.getActiveSpan() ? context.active() : undefined),
    stop: async () => {
      const timeout = new Promise<void>((resolve) => setTimeout(resolve, STOP_MS).unref())
      await Promise.race([provider.shutdown().catch(() => undefined), timeout])
      trace.disable()
      context.disable()
      diag.disable()
    },
  }
}
