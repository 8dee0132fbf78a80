import { addEventImage, listEvents } from '@kartis/contract/events.ts'
import { exportOrders } from '@kartis/contract/orders.ts'
import { SCANNER, SCREEN, SEARCH, TIMEOUTS } from '@kartis/domain/limits.ts'
import { dismissToast, showToast, TOAST_COLLAPSE_MS, TOAST_MS, toasts } from '@kartis/ui/components/toast.ts'
import { MIN_SEARCH_CHARS, SEARCH_DEBOUNCE_MS } from '@kartis/ui/components/use-search.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, apiFile } from './api.ts'
import { CHECK_EVERY_MS, checkConnection, recordAnswer, offline } from './connection.ts'

const memory = () => {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('localStorage', memory())
  vi.stubGlobal('sessionStorage', memory())
  vi.stubGlobal('document', { documentElement: { lang: 'he' } })
  vi.stubGlobal('location', { pathname: '/', assign: vi.fn(), reload: vi.fn() })
  recordAnswer()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the timeout of a call', () => {
  const limitOf = async (call: () => Promise<unknown>): Promise<number | undefined> => {
    const limits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      limits.push(milliseconds)
      return new AbortController().signal
    })
    vi.stubGlobal('fetch', async () => Response.json({ data: {} }))
    await call()
    return limits[0]
  }

  it('is 40 seconds; 30 for an upload, 120 for an export', async () => {
    expect(await limitOf(() => api(listEvents))).toBe(40_000)
    expect(await limitOf(() => api(addEventImage, { params: { uuid: 'x' }, body: new FormData() }))).toBe(30_000)
    expect(await limitOf(() => apiFile(exportOrders))).toBe(120_000)
  })
})

describe('checkConnection', () => {
  it('runs after a network failure, reports offline, polls every ten seconds and stops by itself', async () => {
    let isThere = false
    const requests: string[] = []
    vi.stubGlobal('fetch', async (path: string) => {
      requests.push(path)
      if (!isThere) throw new TypeError('network')
      return new Response('ok')
    })
    const call = expect(api(listEvents)).rejects.toMatchObject({ code: 'N1', status: 0 })
    await vi.advanceTimersByTimeAsync(TIMEOUTS.networkRetryMs)
    await call
    expect(offline.read()).toBe(true)
    const before = requests.filter((path) => path === '/healthz').length
    await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS)
    expect(requests.filter((path) => path === '/healthz')).toHaveLength(before + 1)
    isThere = true
    await vi.advanceTimersByTimeAsync(CHECK_EVERY_MS)
    expect(offline.read()).toBe(false)
  })

  it('does not report offline for a single failed call', async () => {
    vi.stubGlobal('fetch', async () => new Response('ok'))
    await checkConnection()
    expect(offline.read()).toBe(false)
  })
})

describe('timings and limits', () => {
  it('have the specified values', () => {
    expect(TIMEOUTS).toEqual({
      requestMs: 40_000,
      uploadMs: 30_000,
      exportMs: 120_000,
      networkRetryMs: 3000,
      forbiddenReloadMs: 2000,
    })
    expect([TOAST_MS, TOAST_COLLAPSE_MS]).toEqual([5000, 300])
    expect([SCREEN.toastMs, SCREEN.collapseMs, SCREEN.mobileMaxPx]).toEqual([5000, 300, 768])
    expect(SEARCH).toEqual({ minChars: MIN_SEARCH_CHARS, debounceMs: SEARCH_DEBOUNCE_MS })
    expect([MIN_SEARCH_CHARS, SEARCH_DEBOUNCE_MS]).toEqual([3, 700])
    expect(SCANNER).toEqual({ resetMs: 3000, delayMs: 500, trackingDelayMs: 40, cameraLoadMs: 6000 })
  })

  it('an equal toast is shown once', () => {
    toasts.write([])
    showToast({ state: 'bad', text: 'x' })
    showToast({ state: 'bad', text: 'x' })
    expect(toasts.read()).toHaveLength(1)
    dismissToast(toasts.read()[0]?.id ?? 0)
    expect(toasts.read()).toHaveLength(0)
  })
})
