import 'fake-indexeddb/auto'
import { admissionList, gateSnapshot } from '@kartis/contract/admission-list.ts'
import type { Event } from '@kartis/contract/events.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { admissionPage, EVENT, signIn } from '../../testing/admission.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { json, networkError, stubServer } from '../../testing/server.ts'
import { useReadiness } from './use-readiness.ts'

const event = {
  uuid: EVENT,
  timezone: 'Asia/Jerusalem',
  ends_at: new Date(Date.now() + 5 * 3_600_000).toISOString(),
} as Event

const persist = vi.fn(async () => true)

/** What the browser says of its storage, its camera and its battery. */
const browserSays = (of: { persisted: boolean; camera: string; level: number }): void => {
  Object.defineProperty(navigator, 'storage', {
    configurable: true,
    value: { persisted: async () => of.persisted, persist },
  })
  Object.defineProperty(navigator, 'permissions', {
    configurable: true,
    value: { query: async () => ({ state: of.camera }) },
  })
  Object.defineProperty(navigator, 'getBattery', {
    configurable: true,
    value: async () => ({ level: of.level, charging: false }),
  })
}

beforeEach(() => {
  signIn()
  persist.mockClear()
  const server = stubServer()
  server.on(admissionList, () => json({ data: admissionPage(3) }))
  server.on(gateSnapshot, networkError)
})
afterEach(() => {
  for (const name of ['storage', 'permissions', 'getBattery']) Reflect.deleteProperty(navigator, name)
})

it('a phone asks its browser to keep what is stored, and says what the browser answered', async () => {
  browserSays({ persisted: false, camera: 'prompt', level: 0.37 })
  const { result } = await renderAppHook(() => useReadiness(event, null))
  await waitFor(() => expect(result.current.facts).toMatchObject({ isPersisted: true, camera: 'prompt' }))
  expect(persist).toHaveBeenCalledTimes(1)
  expect(result.current.facts.battery).toEqual({ percent: 37, isCharging: false })
  await waitFor(() => expect(result.current.count).toBe(3))
})

it('a browser that keeps it already is not asked, and one that refuses says so', async () => {
  browserSays({ persisted: true, camera: 'denied', level: 1 })
  const saved = await renderAppHook(() => useReadiness(event, null))
  await waitFor(() => expect(saved.result.current.facts).toMatchObject({ isPersisted: true, camera: 'denied' }))
  expect(persist).not.toHaveBeenCalled()
  saved.unmount()
  persist.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  browserSays({ persisted: false, camera: 'denied', level: 1 })
  const refused = await renderAppHook(() => useReadiness(event, null))
  await waitFor(() => expect(refused.result.current.facts.isPersisted).toBe(false))
})
