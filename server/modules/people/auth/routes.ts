import {
  authenticate,
  exportUsers,
  init,
  listUsers,
  login,
  logout,
  refresh,
  showMe,
  showUser,
  signup,
  updateMe,
  updateUser,
  type User,
  userStatusCases,
} from '@kartis/contract/auth.ts'
import { signInByPasskey, signInByRecoveryCode } from '@kartis/contract/sessions.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { accountBriefs, userById } from './auth-queries.ts'
import type { SignedIn, SignInDevice } from './begin-session.ts'
import { readDeviceCookie, setDeviceCookie } from './known-device.ts'
import { clearRefreshCookie, readRefreshCookie, setRefreshCookie } from './refresh-cookie.ts'
import { refreshSession } from './refresh-session.ts'
import { type CodeSubjects, requestCode } from './request-code.ts'
import { signInWithPasskey, signInWithRecoveryCode } from './second-factor.ts'
import type { SessionCache } from './session-cache.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { signUp } from './sign-up.ts'
import { startOf } from './start.ts'
import { changeMe } from './update-me.ts'
import { viewUser } from './user-view.ts'

/** A stranger who has seen a request must not get its session by sending it again. */
const SIGN_IN = { keyOfNetwork: true } as const

const headerOf = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

/** Columns of the spreadsheet; widths in characters. */
const columnsIn = (t: Translate): ColumnOf<User>[] => [
  {
    title: t('export:column.name'),
    kind: 'text',
    width: 28,
    cell: (row) => [row.first_name, row.last_name].filter(Boolean).join(' '),
  },
  { title: t('export:column.phone'), kind: 'text', width: 16, cell: (row) => row.phone.phone_national },
  { title: t('export:column.email'), kind: 'text', width: 28, cell: (row) => row.email },
]

const secondsBetween = (from: Date, to: Date): number => Math.max(0, Math.floor((to.getTime() - from.getTime()) / 1000))

const signInRoutes = (app: App, platform: Platform, isOpen: CodeSubjects): void => {
  const { settings } = platform

  const begin = (request: FastifyRequest, reply: FastifyReply, signed: SignedIn, now: Date) => {
    const cookie = { sessionId: signed.sessionId, secret: signed.tokens.refresh }
    setRefreshCookie(reply, settings, cookie, secondsBetween(now, signed.endsAt))
    const device = { id: readDeviceCookie(request, settings.publicUrl)?.id ?? platform.newId(), phone: signed.phone }
    setDeviceCookie(reply, { ...device, keys: platform.keys, secure: settings.secureCookies })
    void reply.header('cache-control', 'no-store')
    return {
      data: { user: signed.user, token: signed.tokens.access, expires_at: signed.accessExpiresAt.toISOString() },
    }
  }
  const deviceOf = (request: FastifyRequest, now: Date): SignInDevice => ({
    userAgent: request.headers['user-agent'],
    network: request.network,
    now,
  })

  route(app, login, async ({ actor, body, lang, now, request }) => {
    const { phone_country_code: countryCode, phone_number: number } = body
    const device = readDeviceCookie(request, settings.publicUrl)
    const sent = await requestCode(platform, {
      countryCode,
      number,
      lang,
      now,
      network: request.network,
      device,
      callerPhone: actor.user?.phone,
      purpose: body.purpose,
      subject: body.subject_uuid,
      isOpen,
    })
    return isRefusal(sent) ? sent : { data: sent }
  })

  route(
    app,
    authenticate,
    async ({ body, lang, now, request, reply }) => {
      const attempt = { methodId: body.method_id, code: body.code, lang, ...deviceOf(request, now) }
      const signed = await signIn(platform, attempt)
      return isRefusal(signed) ? signed : begin(request, reply, signed, now)
    },
    SIGN_IN,
  )

  route(
    app,
    signInByPasskey,
    async ({ body, now, request, reply }) => {
      const signed = await signInWithPasskey(platform, body, deviceOf(request, now))
      return isRefusal(signed) ? signed : begin(request, reply, signed, now)
    },
    SIGN_IN,
  )

  route(
    app,
    signInByRecoveryCode,
    async ({ body, now, request, reply }) => {
      const signed = await signInWithRecoveryCode(platform, body, deviceOf(request, now))
      return isRefusal(signed) ? signed : begin(request, reply, signed, now)
    },
    SIGN_IN,
  )
}

const renewRoutes = (app: App, platform: Platform, sessions: SessionCache): void => {
  const { settings } = platform

  route(app, refresh, async ({ request, reply, now }) => {
    const cookie = readRefreshCookie(request, settings)
    if (!cookie) return refuse('unauthorized')
    const idempotencyKey = headerOf(request.headers['idempotency-key'])
    const refreshed = await refreshSession(platform, { cookie, idempotencyKey, network: request.network, now })
    // The old bearer token is invalid from now on, whether the session was rotated or revoked.
    sessions.invalidate(cookie.sessionId)
    if (isRefusal(refreshed)) {
      clearRefreshCookie(reply, settings)
      return refreshed
    }
    const renewed = { sessionId: cookie.sessionId, secret: refreshed.tokens.refresh }
    setRefreshCookie(reply, settings, renewed, secondsBetween(now, refreshed.endsAt))
    void reply.header('cache-control', 'no-store')
    return { data: { token: refreshed.tokens.access, expires_at: refreshed.accessExpiresAt.toISOString() } }
  })

  route(app, logout, async ({ request, reply, now }) => {
    const bearer = /^Bearer\s+(\S{1,500})$/i.exec(headerOf(request.headers.authorization) ?? '')?.[1]
    const cookie = readRefreshCookie(request, settings)
    const ended = await signOut(platform, { bearer, cookie, network: request.network, now })
    ended.forEach(sessions.invalidate)
    clearRefreshCookie(reply, settings)
    return { data: { done: true as const } }
  })
}

const profileRoutes = (app: App, platform: Platform): void => {
  route(app, signup, async ({ actor, body, now }) => {
    const user = await signUp(platform, actor.user.id, body, now)
    return isRefusal(user) ? user : { data: { user } }
  })

  const own = async (userId: string) => {
    const row = await userById(platform.db, userId)
    return row ? viewUser(row, await accountBriefs(platform.db, row.id), platform.keys) : undefined
  }

  route(app, showMe, async ({ actor }) => {
    const user = await own(actor.user.id)
    return user ? { data: user } : refuse('unauthorized')
  })

  listRoutes(
    app,
    { list: listUsers, exported: exportUsers },
    async ({ actor, query }) => {
      const user = await own(actor.user.id)
      return viewPage(user && query.page === 1 ? [user] : [], user ? 1 : 0, query)
    },
    { title: (t) => t('export:users'), columns: columnsIn },
  )
  statusCaseRoute(app, userStatusCases, 'entity', ['active'])

  route(app, showUser, async ({ actor, params }) => {
    const user = params.uuid === actor.user.id ? await own(params.uuid) : undefined
    return user ? { data: user } : refuse('not_found')
  })

  const change = async (userId: string, body: BodyOf<typeof updateMe>, now: Date) => {
    const user = await changeMe(platform, userId, body, now)
    return isRefusal(user) ? user : { data: user }
  }

  route(app, updateMe, ({ actor, body, now }) => change(actor.user.id, body, now))

  route(app, updateUser, async ({ actor, params, body, now }) =>
    params.uuid === actor.user.id ? change(params.uuid, body, now) : refuse('not_found'),
  )

  route(app, init, async ({ actor, request, now }) => {
    // An expired token must not count as signed out: the app would not refresh its session.
    if (!actor.user && request.headers.authorization !== undefined) return refuse('unauthorized')
    return { data: await startOf(platform, actor.user, headerOf(request.headers['x-account-id']), now) }
  })
}

export const authRoutes = (
  app: App,
  platform: Platform,
  { sessions, isOpen }: { readonly sessions: SessionCache; readonly isOpen: CodeSubjects },
): void => {
  signInRoutes(app, platform, isOpen)
  renewRoutes(app, platform, sessions)
  profileRoutes(app, platform)
}
