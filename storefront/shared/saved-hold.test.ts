import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readHold, removeHold, saveHold } from './saved-hold.ts'

const HOLD = { order: '018f-1', token: 'a b', expires: '2026-12-01T10:00:00Z', cart: '[]' }
const written: string[] = []

beforeEach(() => {
  localStorage.clear()
  written.length = 0
  vi.spyOn(document, 'cookie', 'set').mockImplementation((cookie) => void written.push(cookie))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  delete document.documentElement.dataset.embed
})

describe('a saved hold', () => {
  it('is found again by its event until it is removed', () => {
    saveHold('e1', HOLD)
    expect(readHold('e1')).toEqual(HOLD)
    expect(readHold('e2')).toBeUndefined()
    removeHold('e1')
    expect(readHold('e1')).toBeUndefined()
  })

  it('leaves the order’s token in a cookie of the storefront', () => {
    saveHold('e1', HOLD)
    expect(written).toEqual([
      expect.stringMatching(/^kartis_order_018f1=a%20b; path=\/order; max-age=259200; samesite=lax/),
    ])
  })

  it('writes no cookie inside an organiser’s page', () => {
    document.documentElement.dataset.embed = ''
    saveHold('e1', HOLD)
    expect(written).toEqual([])
  })

  it('is missing when the browser refuses storage', () => {
    const refuse = () => {
      throw new Error('refused')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    saveHold('e1', HOLD)
    expect(readHold('e1')).toBeUndefined()
    expect(written).toHaveLength(1)
  })
})
