import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doWork, isWorkDone, sha256 } from './proof-of-work.ts'

const task = { eventId: 'e', round: 1, device: 'd0', bits: 10 }

describe('the work that a place in the waiting room costs', () => {
  it('is counted by the same SHA-256 as everybody’s', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 300 }), (text) => {
        const bytes = createHash('sha256').update(text, 'latin1').digest()
        expect([...sha256(text)]).toEqual(Array.from({ length: 8 }, (_, word) => bytes.readInt32BE(word * 4)))
      }),
    )
  })

  it('is done by the nonce that was found, and by few others', () => {
    expect(isWorkDone(task, doWork(task))).toBe(true)
    const lucky = Array.from({ length: 200 }, (_, nonce) => `x${nonce}`).filter((nonce) => isWorkDone(task, nonce))
    expect(lucky.length).toBeLessThan(5)
  })

  it('is no good for another device, another event or another round', () => {
    const hard = { ...task, bits: 14 }
    const nonce = doWork(hard)
    expect(isWorkDone({ ...hard, device: 'd1' }, nonce)).toBe(false)
    expect(isWorkDone({ ...hard, eventId: 'f' }, nonce)).toBe(false)
    expect(isWorkDone({ ...hard, round: 2 }, nonce)).toBe(false)
  })

  it('is nothing where the producer asks for nothing', () => {
    expect(isWorkDone({ ...task, bits: 0 }, '')).toBe(true)
  })
})
