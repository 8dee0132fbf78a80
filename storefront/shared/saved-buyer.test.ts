import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readBuyer, readPhone, readWholePhone, removeBuyer, saveBuyer, savePhone, savesBuyer } from './saved-buyer.ts'

const NOA = { name: 'Noa Barkan', phone: '050-123-4567', email: 'noa@example.com' }
const DAY_MS = 86_400_000
const onDevice = (isTouched: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: isTouched }))

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the phone that is saved in a browser', () => {
  it.each([
    ['+972 52-0229095', '972', '052-022-9095'],
    ['972522229095', '972', '052-222-9095'],
    ['0501234567', '972', '050-123-4567'],
    ['+44 7911 123456', '44', '7911123456'],
    ['', '972', ''],
  ])('%s stands beside the choice of its country without the code', (typed, country, number) => {
    savePhone(typed)
    expect(readPhone()).toEqual({ country, number })
  })

  it('has its code where a field has no choice of the country', () => {
    savePhone('+44 7911 123456')
    expect(readWholePhone()).toBe('+44 7911123456')
    savePhone('+972 50-123-4567')
    expect(readWholePhone()).toBe('050-123-4567')
  })
})

describe('the details that are saved in a browser', () => {
  it('are saved only where the buyer chose so, on a phone as on a computer', () => {
    for (const isPhone of [true, false]) {
      removeBuyer()
      onDevice(isPhone)
      expect(savesBuyer()).toBe(false)
      saveBuyer(NOA)
      expect(savesBuyer()).toBe(true)
      saveBuyer(undefined)
      expect(savesBuyer()).toBe(false)
    }
  })

  it('leave nothing that names anybody where the buyer chose so, or removed them', () => {
    for (const remove of [() => saveBuyer(undefined), removeBuyer]) {
      saveBuyer(NOA)
      expect(readBuyer()).toEqual(NOA)
      remove()
      expect(readBuyer()).toBeUndefined()
      expect(JSON.stringify(Object.entries(localStorage))).not.toMatch(/Noa|4567/u)
    }
  })

  it('are offered for half a year after the last purchase', () => {
    vi.useFakeTimers({ now: Date.parse('2026-01-01T10:00:00Z') })
    saveBuyer(NOA)
    vi.setSystemTime(Date.now() + 179 * DAY_MS)
    expect(readBuyer()).toEqual(NOA)
    vi.setSystemTime(Date.now() + 2 * DAY_MS)
    expect(readBuyer()).toBeUndefined()
  })

  it('may be of any form that another version left', () => {
    localStorage.setItem('kartis.buyer', '{')
    expect(readBuyer()).toBeUndefined()
  })
})
