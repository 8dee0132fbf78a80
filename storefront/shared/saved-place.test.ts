import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deviceId, passHeaders, readPass, readPlace, savePass, savePlace } from './saved-place.ts'

const EVENT = 'e1'
const PLACE = { token: 'tok-1234567890', number: 7, round: 1 }
const NOW = Date.parse('2026-12-01T10:00:00Z')
const PASS = { pass: 'p1', until: '2026-12-01T10:05:00Z' }

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  savePlace(EVENT, undefined)
  savePass(EVENT, undefined)
})

describe('a saved place', () => {
  it('is read back after a reload and belongs to one event', () => {
    savePlace(EVENT, PLACE)
    expect(readPlace(EVENT)).toEqual(PLACE)
    expect(readPlace('e2')).toBeUndefined()
    savePlace(EVENT, undefined)
    expect(readPlace(EVENT)).toBeUndefined()
  })

  it('is missing when the stored text is broken', () => {
    localStorage.setItem(`kartis.place.${EVENT}`, '{"token":')
    expect(readPlace(EVENT)).toBeUndefined()
  })

  it('lives in memory when the browser refuses storage', () => {
    const refuse = () => {
      throw new Error('refused')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    savePlace(EVENT, PLACE)
    expect(readPlace(EVENT)).toEqual(PLACE)
  })
})

describe('a saved pass', () => {
  it('is valid until it expires by the server’s clock', () => {
    savePass(EVENT, PASS)
    expect(readPass(EVENT, NOW)).toEqual(PASS)
    expect(readPass(EVENT, Date.parse(PASS.until))).toBeUndefined()
  })

  it('goes with a reservation, together with its device', () => {
    expect(passHeaders(EVENT, NOW)).toEqual({})
    savePass(EVENT, PASS)
    expect(passHeaders(EVENT, NOW)).toEqual({ 'x-waiting-pass': 'p1', 'x-waiting-device': deviceId() })
  })
})

describe('the device id', () => {
  it('stays the same in one tab, with and without storage', () => {
    const id = deviceId()
    expect(id).toMatch(/^[\w-]{16,64}$/)
    expect(deviceId()).toBe(id)
    localStorage.clear()
    expect(deviceId()).toBe(id)
  })

  it('is replaced when the stored one would be refused by the API', () => {
    localStorage.setItem('kartis.device', 'short')
    expect(deviceId()).not.toBe('short')
  })
})
