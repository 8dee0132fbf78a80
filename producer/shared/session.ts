import { init, logout } from '@kartis/contract/auth.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import { type Permission, permissionsOf } from '@kartis/domain/permissions.ts'
import { offlineCheckInRefusal } from '@kartis/domain/offline.ts'
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { ApiError } from './api-error.ts'
import { checkConnection } from './connection.ts'
import { lastContact, recordFullLoad } from './offline/last-contact.ts'
import { cachePage, purgeForeignData, readCachedPages, clearOfflineData } from './offline/cached-pages.ts'
import { goToLogin } from './end-session.ts'
import { isNetworkFailure } from './send.ts'
import { accessToken, dropAllDrafts, storeWorkspace, workspace } from './storage.ts'

/** Who is signed in, the account they work for, and how far their sign-up is. */
export type Session = ReturnType<typeof sessionOf>

type Start = ReplyOf<typeof init>['data']
type AccountBrief = NonNullable<Start['user']>['accounts'][number]

const SESSION = ['session'] as const

const sessionOf = (data: Start) => {
  const accounts = data.user?.accounts ?? []
  const chosen =
    accounts.find(({ uuid }) => uuid === workspace()) ??
    accounts.find(({ uuid }) => uuid === data.account?.uuid) ??
    accounts[0]
  storeWorkspace(chosen?.uuid)
  return { user: data.user, account: chosen ?? null, can: permissionsIn(data.account, chosen), status: data.status }
}

type Permissions = Readonly<Partial<Record<Permission, boolean>>>

/** What the user may do in the chosen account; nothing without one. */
const permissionsIn = (workspace: Start['account'], chosen: AccountBrief | undefined): Permissions => {
  if (!chosen) return {}
  // The permissions of the reply belong to the account in the X-Account-Id header. A session cached by an older version
  // has neither `can` nor `all_events`: the casts make both optional, and the role decides.
  const { can } = (workspace?.uuid === chosen.uuid ? workspace : {}) as { readonly can?: Permissions }
  const { role, all_events = true } = chosen as Partial<AccountBrief> & Pick<AccountBrief, 'role'>
  return can ?? permissionsOf({ role, events: all_events ? null : [] })
}

const offlineRefusal = (code: string, detail: Record<string, unknown> = {}): ApiError =>
  new ApiError({ code, description: '', status: 0, detail })

/**
 * The session without a network, from the cache. Throws N2, N3 or N4 when there is none or it is too old. Restores the
 * cached queries of the account as well.
 */
const cachedSession = async (queries: QueryClient): Promise<Session> => {
  const refusal = offlineCheckInRefusal(lastContact(), new Date())
  if (refusal) throw offlineRefusal(refusal.refusal, { ...refusal.detail })
  const start = (await readCachedPages('')).find(({ question }) => question[0] === SESSION[0])
  if (!start) throw offlineRefusal('N2')
  const session = sessionOf(start.data as Start)
  for (const { question, data } of await readCachedPages(session.account?.uuid ?? '')) {
    if (queries.getQueryData(question) === undefined) queries.setQueryData(question, data, { updatedAt: 0 })
  }
  return session
}

const cacheSession = (data: Start): void => {
  if (!data.user) return
  const { uuid, accounts } = data.user
  recordFullLoad(uuid)
  void cachePage('', SESSION, data)
  void purgeForeignData(
    uuid,
    accounts.map((account) => account.uuid),
  )
}

const loadSession = async ({ client }: { readonly client: QueryClient }): Promise<Session> => {
  // when the device is offline, no request has to fail first
  if ('onLine' in navigator && !navigator.onLine) {
    void checkConnection()
    return cachedSession(client)
  }
  try {
    const { data } = await api(init, { params: { app_name: 'producer' } })
    cacheSession(data)
    return sessionOf(data)
  } catch (error) {
    if (!isNetworkFailure(error)) throw error
    return cachedSession(client)
  }
}

export const sessionQuery = queryOptions({ queryKey: SESSION, queryFn: loadSession, staleTime: 5 * 60_000 })

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Whether a token is stored; the server may have revoked it. */
export const isSignedIn = (): boolean => accessToken() !== undefined

/** Switches to another account. Everything on screen belongs to the old one, so the page reloads. */
export const switchAccount = (accountUuid: string): void => {
  storeWorkspace(accountUuid)
  location.assign('/')
}

/** Ends the session here and on the server. Leads to /login, or to another way in, with or without a network. */
export const signOut = async (to?: '/join'): Promise<void> => {
  try {
    await api(logout)
  } catch {
    // the token is deleted in any case
  }
  await clearOfflineData()
  storeWorkspace(undefined)
  dropAllDrafts()
  goToLogin(to)
}
