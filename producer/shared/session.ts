import { init, logout } from '@kartis/contract/auth.ts'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { api } from './api.ts'
import { goToLogin } from './leave.ts'
import { accessToken, dropAllDrafts, storeWorkspace, workspace } from './storage.ts'

/** Who is signed in, the account they work for, and how far their sign-up is. */
export type Session = Awaited<ReturnType<typeof loadSession>>

const loadSession = async () => {
  const { data } = await api(init, { params: { app_name: 'producer' } })
  const accounts = data.user?.accounts ?? []
  const chosen =
    accounts.find(({ uuid }) => uuid === workspace()) ??
    accounts.find(({ uuid }) => uuid === data.account?.uuid) ??
    accounts[0]
  storeWorkspace(chosen?.uuid)
  return { user: data.user, account: chosen ?? null, status: data.status }
}

export const sessionQuery = queryOptions({ queryKey: ['session'], queryFn: loadSession, staleTime: 5 * 60_000 })

export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** Is there a token at all; whether the server still takes it shows with the first call. */
export const isSignedIn = (): boolean => accessToken() !== undefined

/** Works for another account from now on; everything on screen belongs to the old one, so the page is loaded anew. */
export const switchAccount = (accountUuid: string): void => {
  storeWorkspace(accountUuid)
  location.assign('/')
}

/** Ends the session here and on the server, and always ends at /login, network or not. */
export const signOut = async (): Promise<void> => {
  try {
    await api(logout)
  } catch {
    // the token is dropped all the same
  }
  storeWorkspace(undefined)
  dropAllDrafts()
  goToLogin()
}
