import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../../../platform/config/settings.ts'
import { isUuid } from '../../../platform/http/authorization.ts'
import { credentialCookie } from '../../../platform/http/cookie.ts'

type CookieSettings = Pick<Settings, 'secureCookies'>

/**
 * Over https the prefix makes browsers refuse the cookie unless this very host set it, over https and for the whole host: a
 * neighbouring subdomain cannot slip in a session of its own. Over plain http, on a loopback address, there is no such prefix.
 */
const nameOf = ({ secureCookies }: CookieSettings): string =>
  secureCookies ? '__Host-kartis_refresh' : 'kartis_refresh'
/** Covers both `/login/refresh` and `/logout`; the prefix asks for the whole host. */
const pathOf = ({ secureCookies }: CookieSettings): string => (secureCookies ? '/' : '/api/v1')

/** The cookie's value is `<session id>.<secret>`: the id finds the session even when the secret was used before. */
export interface RefreshCookie {
  readonly sessionId: string
  readonly secret: string
}

export const readRefreshCookie = (
  request: FastifyRequest,
  settings: CookieSettings & Pick<Settings, 'publicUrl'>,
): RefreshCookie | undefined => {
  const [sessionId, secret, ...more] = credentialCookie(request, settings.publicUrl, nameOf(settings))?.split('.') ?? []
  return isUuid(sessionId) && secret && more.length === 0 ? { sessionId, secret } : undefined
}

const write = (reply: FastifyReply, settings: CookieSettings, value: string, seconds: number): void => {
  const name = nameOf(settings)
  const parts = [`${name}=${value}`, `Path=${pathOf(settings)}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  void reply.header('set-cookie', [...parts, ...(settings.secureCookies ? ['Secure'] : [])].join('; '))
}

export const setRefreshCookie = (
  reply: FastifyReply,
  settings: CookieSettings,
  { sessionId, secret }: RefreshCookie,
  /** Until the session ends. */
  seconds: number,
): void => write(reply, settings, `${sessionId}.${secret}`, seconds)

export const clearRefreshCookie = (reply: FastifyReply, settings: CookieSettings): void => write(reply, settings, '', 0)
