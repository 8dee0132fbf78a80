import { act } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderAppHook } from '../../testing/render.tsx'
import { useWakeLock } from './use-wake-lock.ts'

const release = vi.fn(async () => undefined)
const request = vi.fn(async () => ({ release }))
let isVisible = true

const become = (visible: boolean): Promise<void> =>
  act(async () => {
    isVisible = visible
    document.dispatchEvent(new Event('visibilitychange'))
  })

beforeEach(() => {
  isVisible = true
  vi.clearAllMocks()
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isVisible ? 'visible' : 'hidden'),
  })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
  Reflect.deleteProperty(document, 'visibilityState')
})

it('the screen stays on while the page is open, also after a time in a pocket, and no longer', async () => {
  const { unmount } = await renderAppHook(() => useWakeLock())
  expect(request).toHaveBeenCalledExactlyOnceWith('screen')
  await become(false)
  expect(request).toHaveBeenCalledTimes(1)
  await become(true)
  expect(request).toHaveBeenCalledTimes(2)
  unmount()
  expect(release).toHaveBeenCalledTimes(1)
  await become(true)
  expect(request).toHaveBeenCalledTimes(2)
})

it('a page that was left before the browser answered gives the lock back', async () => {
  let answer: ((lock: { release: typeof release }) => void) | undefined
  request.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  )
  const { unmount } = await renderAppHook(() => useWakeLock())
  unmount()
  await act(async () => answer?.({ release }))
  expect(release).toHaveBeenCalledTimes(1)
})

it('a browser that refuses it, or has none, changes nothing', async () => {
  request.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
  const { unmount } = await renderAppHook(() => useWakeLock())
  unmount()
  Reflect.deleteProperty(navigator, 'wakeLock')
  const again = await renderAppHook(() => useWakeLock())
  again.unmount()
  expect(release).not.toHaveBeenCalled()
})
