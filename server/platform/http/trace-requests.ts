import type { FastifyRequest } from 'fastify'
import { type Span, tracing } from '../observability/tracing.ts'
import { isInner } from './inner.ts'
import type { App } from './route.ts'
import { classOf } from './route-class.ts'

const spans = new WeakMap<FastifyRequest, Span>()

/** A span for each request that was admitted. Callers cannot continue a trace of theirs: they would decide what is sampled. */
export const traceRequests = (app: App): void => {
  const { tracer } = tracing
  if (!tracer) return
  app.addHook('onRequest', (request, reply, done) => {
    if (classOf(request).priority === 'always' || isInner(request)) return done()
    const { method, id } = request
    const route = request.routeOptions.url ?? 'none'
    const span = tracer.start(`${method} ${route}`, {
      kind: 'server',
      isRoot: true,
      fields: { 'http.request.method': method, 'http.route': route, 'kartis.request_id': id },
    })
    spans.set(request, span)
    // Emitted also when the client disconnects before the response.
    reply.raw.once('close', () => {
      const { account, order, created } = request.logFields ?? {}
      span.set({
        'http.response.status_code': reply.statusCode,
        'kartis.account': account,
        'kartis.order': order,
        'kartis.created': created,
      })
      if (reply.statusCode >= 500) span.fail(String(reply.statusCode))
      span.end()
    })
    span.within(done)
  })
  // The body has been read since, in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.within(done)
    else done()
  })
}
