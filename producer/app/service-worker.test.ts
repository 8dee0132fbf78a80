import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Session, sessionQuery } from '../shared/session.ts'
import { storeAccessToken } from '../shared/storage.ts'
import { registerOnceSignedIn } from './service-worker.ts'

const register = vi.fn(async () => undefined)

beforeEach(() => {
  vi.stubEnv('DEV', false)
  register.mockClear()
  vi.stubGlobal('navigator', Object.create(navigator, { serviceWorker: { value: { register } } }))
})
afterEach(() => {
  storeAccessToken(undefined)
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('a signed-in person’s app is stored on the device at the start', () => {
  storeAccessToken('token')
  registerOnceSignedIn(new QueryClient())
  expect(register).toHaveBeenCalledOnce()
})

test('an app that opened at the login screen is stored once somebody has signed in, without a reload', () => {
  const queries = new QueryClient()
  registerOnceSignedIn(queries)
  queries.setQueryData(['events'], [])
  expect(register).not.toHaveBeenCalled()
  storeAccessToken('token')
  queries.setQueryData<Session>(sessionQuery.queryKey, { user: null } as Session)
  queries.setQueryData<Session>(sessionQuery.queryKey, { user: null } as Session)
  expect(register).toHaveBeenCalledOnce()
})
