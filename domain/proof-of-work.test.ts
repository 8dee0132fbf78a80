import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { bitsFor, findNonce, isNonceValid } from './proof-of-work.ts'

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text).digest()

const task = { eventId: 'e', round: 1, device: 'd0', bits: 10 }

describe('isNonceValid', () => {
  it('counts leading zero bits over the bytes of the hash', () => {
    const hash =
      (...bytes: number[]) =>
      () =>
        Uint8Array.from(bytes)
    const zeros = (...bytes: number[]) =>
      Array.from({ length: 20 }, (_, bits) => bits).findLast((bits) =>
        isNonceValid({ ...task, bits }, 'x', hash(...bytes)),
      )
    expect(zeros(0x80, 0)).toBe(0)
    expect(zeros(0x01, 0xff)).toBe(7)
    expect(zeros(0, 0x10, 0xff)).toBe(11)
    expect(zeros(0, 0)).toBe(16)
  })

  it('compares the leading bits of SHA-256', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary-ascii', maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        (nonce, bits) => {
          const digest = createHash('sha256').update(`e:1:d0:${nonce}`).digest()
          expect(isNonceValid({ ...task, bits }, nonce, sha256)).toBe(Math.clz32(digest.readUInt32BE(0)) >= bits)
        },
      ),
    )
  })

  it('accepts the nonce that findNonce returns and few others', () => {
    expect(isNonceValid(task, findNonce(task, sha256), sha256)).toBe(true)
    const validByChance = Array.from({ length: 200 }, (_, nonce) => `x${nonce}`).filter((nonce) =>
      isNonceValid(task, nonce, sha256),
    )
    expect(validByChance.length).toBeLessThan(5)
  })

  it('refuses the nonce of another device, event or round', () => {
    const hard = { ...task, bits: 14 }
    const nonce = findNonce(hard, sha256)
    expect(isNonceValid({ ...hard, device: 'd1' }, nonce, sha256)).toBe(false)
    expect(isNonceValid({ ...hard, eventId: 'f' }, nonce, sha256)).toBe(false)
    expect(isNonceValid({ ...hard, round: 2 }, nonce, sha256)).toBe(false)
  })

  it('accepts any nonce at zero bits', () => {
    expect(isNonceValid({ ...task, bits: 0 }, '', sha256)).toBe(true)
  })
})

test('a network that takes many places in a minute works more for each, sixteen times as much at the most', () => {
  expect([1, 20, 21, 40, 41, 80, 160, 1000].map((places) => bitsFor(16, places))).toEqual([
    16, 16, 17, 17, 18, 18, 19, 20,
  ])
  expect(bitsFor(0, 1000)).toBe(0)
})
