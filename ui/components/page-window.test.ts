import { describe, expect, it } from 'vitest'
import { pageWindow } from './page-window.ts'

describe('pageWindow', () => {
  it('shows every page while there are few', () => {
    expect(pageWindow(1, 1)).toEqual([1])
    expect(pageWindow(3, 5)).toEqual([1, 2, 3, 4, 5])
  })
  it('shows five pages around the current one, with the first and the last as shortcuts', () => {
    expect(pageWindow(10, 53)).toEqual([1, 'gap', 8, 9, 10, 11, 12, 'gap', 53])
  })
  it('shows five pages at both ends too', () => {
    expect(pageWindow(1, 53)).toEqual([1, 2, 3, 4, 5, 'gap', 53])
    expect(pageWindow(53, 53)).toEqual([1, 'gap', 49, 50, 51, 52, 53])
  })
  it('never shows a gap for a single hidden page', () => {
    expect(pageWindow(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(pageWindow(5, 8)).toEqual([1, 'gap', 3, 4, 5, 6, 7, 8])
  })
  it('always contains the current page and never repeats one', () => {
    for (let last = 1; last <= 20; last += 1) {
      for (let current = 1; current <= last; current += 1) {
        const numbers = pageWindow(current, last).filter((item) => item !== 'gap')
        expect(numbers).toContain(current)
        expect(new Set(numbers).size).toBe(numbers.length)
        expect(numbers[0]).toBe(1)
        expect(numbers.at(-1)).toBe(last)
      }
    }
  })
})
