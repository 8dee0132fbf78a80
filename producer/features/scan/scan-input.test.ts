import { describe, expect, it } from 'vitest'
import { ApiError } from '../../shared/api-error.ts'
import { isReadable, createRepeatFilter, readText, scanFailureKind } from './scan-input.ts'

const error = (code: string, status: number) => new ApiError({ code, description: '', status })

describe('what the door shows when a scan fails', () => {
  it('is an invalid ticket for each of the codes of the server', () => {
    for (const code of ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'])
      expect(scanFailureKind(error(code, 409))).toBe('fail')
  })

  it('is never an invalid ticket when nobody looked at it', () => {
    expect(scanFailureKind(error('N1', 0))).toBe('unchecked')
    expect(scanFailureKind(error('SYSTEM_ERROR', 502))).toBe('unchecked')
    expect(scanFailureKind(error('too_many_requests', 429))).toBe('unchecked')
    expect(scanFailureKind(new TypeError('x'))).toBe('unchecked')
  })

  it('asks to read again what is no text to look at', () => {
    expect(isReadable('  ')).toBe(false)
    expect(isReadable('KT1')).toBe(true)
    expect(scanFailureKind(error('validation', 422))).toBe('again')
    expect(readText(` ${'x'.repeat(3000)}`)).toHaveLength(2000)
  })
})

describe('a code in front of the camera', () => {
  it('is scanned once while it is held there, however long', () => {
    const isNew = createRepeatFilter()
    expect([0, 500, 1000, 1500, 4000].map((now, place) => isNew('a', place === 4 ? 2000 : now))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('is scanned again after it was taken away, or after another one', () => {
    const isNew = createRepeatFilter()
    expect(isNew('a', 0)).toBe(true)
    expect(isNew('a', 1600)).toBe(true)
    expect(isNew('b', 1700)).toBe(true)
    expect(isNew('a', 1800)).toBe(true)
  })
})
