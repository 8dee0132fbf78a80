import { describe, expect, test } from 'vitest'
import { offlineCheckInRefusal } from './offline.ts'

const NOW = new Date('2026-12-03T18:00:00Z')
const ago = (days: number, minutes = 0) => new Date(NOW.getTime() - days * 86_400_000 - minutes * 60_000)
const code = (fullLoadAt?: Date, onlineAt?: Date) => offlineCheckInRefusal({ fullLoadAt, onlineAt }, NOW)

describe('a device without a network', () => {
  test('checks in for three days after the last reply of the server', () => {
    expect(code(ago(0, 5), ago(0, 5))).toBeUndefined()
    expect(code(ago(14), ago(3))).toBeUndefined()
    expect(code(ago(14), ago(3, 1))).toEqual({ refusal: 'N3', detail: { days: 3 } })
  })

  test('needs a full load every fifteen days, even when it was online in between', () => {
    expect(code(ago(15), ago(0, 1))).toBeUndefined()
    expect(code(ago(15, 1), ago(0, 1))).toEqual({ refusal: 'N4', detail: { days: 15 } })
  })

  test('cannot check in before its first full load', () => {
    expect(code()).toEqual({ refusal: 'N2' })
    expect(code(undefined, ago(0, 1))).toEqual({ refusal: 'N2' })
  })

  test('counts a full load as a reply of the server', () => {
    expect(code(ago(3))).toBeUndefined()
    expect(code(ago(4))).toEqual({ refusal: 'N3', detail: { days: 3 } })
  })
})
