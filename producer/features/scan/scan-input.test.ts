import { describe, expect, it } from 'vitest'
import { ApiError } from '../../shared/api-error.ts'
import { isReadable, createRepeatFilter, readText, scanFailureKind } from './scan-input.ts'

const error = (code: string, status: number) => new ApiError({ code, description: '', status })

describe('scanFailureKind', () => {
  it('is `fail` for every refusal code of the server', () => {
    for (const code of ['S1', 'S2', 'S3', 'S4', 'S5', 'S6', 'S7'])
      expect(scanFailureKind(error(code, 409))).toBe('fail')
  })

  it('is `unchecked` when no decision was made', () => {
    expect(scanFailureKind(error('N1', 0))).toBe('unchecked')
    expect(scanFailureKind(error('gate_device_ended', 401))).toBe('fail')
    expect(scanFailureKind(error('SYSTEM_ERROR', 502))).toBe('unchecked')
    expect(scanFailureKind(error('too_many_requests', 429))).toBe('unchecked')
    expect(scanFailureKind(new TypeError('x'))).toBe('unchecked')
  })

  it('is `again` for an unreadable text', () => {
    expect(isReadable('  ')).toBe(false)
    expect(isReadable('KT1')).toBe(true)
    expect(scanFailureKind(error('validation', 422))).toBe('again')
    expect(readText(` ${'x'.repeat(3000)}`)).toHaveLength(2000)
  })
})

describe('createRepeatFilter', () => {
  it('passes a code once while it is held in front of the camera', () => {
    const isNew = createRepeatFilter()
    expect([0, 500, 1000, 1500, 4000].map((now, index) => isNew('a', index === 4 ? 2000 : now))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('passes a code again after it was out of sight or after another code', () => {
    const isNew = createRepeatFilter()
    expect(isNew('a', 0)).toBe(true)
    expect(isNew('a', 1600)).toBe(true)
    expect(isNew('b', 1700)).toBe(true)
    expect(isNew('a', 1800)).toBe(true)
  })
})
