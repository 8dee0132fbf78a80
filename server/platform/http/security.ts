import { readDsn } from '@kartis/contract/error-report.ts'
import type { Settings } from '../config/settings.ts'
import { type Area, classOf } from './route-class.ts'
import type { App } from './route.ts'

type Headers = Readonly<Record<string, string>>

const policy = (parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** Headers for each part of the site; `origins` are those of payment pages. */
export const securityHeaders = (settings: Settings, origins: readonly string[]): Record<Area, Headers> => {
  const gateway = origins.join(' ')
  const https = settings.secureCookies
  const everywhere = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': `camera=(self), microphone=(), geolocation=(), payment=(self${gateway ? ` "${gateway.split(' ').join('" "')}"` : ''})`,
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  const site = {
    'default-src': "'self'",
    // The scanner decodes in WebAssembly.
    'script-src': "'self' 'wasm-unsafe-eval'",
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data: blob:",
    'font-src': "'self' data:",
    'media-src': "'self' blob:",
    'connect-src': "'self'",
    'worker-src': "'self' blob:",
    'frame-src': `'self' ${gateway}`.trim(),
    'form-action': `'self' ${gateway}`.trim(),
    'object-src': "'none'",
    'base-uri': "'none'",
  }
  return {
    // Replies may name people and money, so nobody keeps them; shared ones say otherwise themselves.
    api: {
      ...everywhere,
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
    producer: {
      ...everywhere,
      'x-frame-options': 'SAMEORIGIN',
      // A page that opened the app, or that the app opens, gets no hold of its window.
      'cross-origin-opener-policy': 'same-origin',
      // Errors of the app are sent to the service that was set straight from the browser.
      'content-security-policy': policy({
        ...site,
        'connect-src': ["'self'", readDsn(settings.sentryDsn ?? '')?.origin].filter(Boolean).join(' '),
        'frame-ancestors': "'self'",
      }),
    },
    // The sale site is shown inside organisers' own sites by the embed code.
    sale: {
      ...everywhere,
      // The gateway may open its own window.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'content-security-policy': policy({ ...site, 'frame-ancestors': '*' }),
    },
  }
}

/** One static hook: a header library costs more than the rest of a short request. The headers are made once for each list of origins. */
export const secure = (app: App): void => {
  const { settings, frameOrigins } = app.platform
  let origins = frameOrigins.list()
  let headers = securityHeaders(settings, origins)
  app.addHook('onRequest', (request, reply, done) => {
    if (frameOrigins.list() !== origins) {
      origins = frameOrigins.list()
      headers = securityHeaders(settings, origins)
    }
    void reply.headers(headers[classOf(request).area]).header('x-request-id', request.id)
    done()
  })
}
