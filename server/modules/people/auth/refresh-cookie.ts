import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../../platform/http/authorization.ts'
import { SESSION } from './session-tokens.ts'

const NAME = 'kartis_refresh'
/** Covers both `/login/refresh` and `/logout`. */
const PATH = '/api/v1'

/** The cookie's value is `<session id>.<secret>`: the id finds the session even when the secret was used before. */
export interface RefreshCookie {
  readonly sessionId: string
  readonly secret: string
}

export const readRefreshCookie = (request: FastifyRequest): RefreshCookie | undefined => {
  const value = /(?:^|;\s*)kartis_refresh=([\w.-]{1,200})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1]
  const [sessionId, secret, ...more] = value?.split('.') ?? []
  return isUuid(sessionId) && secret && more.length === 0 ? { sessionId, secret } : undefined
}

const write = (reply: FastifyReply, value: string, seconds: number, secure: boolean): void => {
  const parts = [`${NAME}=${value}`, `Path=${PATH}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax']
  void reply.header('set-cookie', [...parts, ...(secure ? ['Secure'] : [])].join('; '))
}

export const setRefreshCookie = (reply: FastifyReply, { sessionId, secret }: RefreshCookie, secure: boolean): void =>
  write(reply, `${sessionId}.${secret}`, SESSION.refreshSeconds, secure)

export const clearRefreshCookie = (reply: FastifyReply, secure: boolean): void => write(reply, '', 0, secure)
