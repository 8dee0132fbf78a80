import { isRefusal } from '@kartis/domain/refusal.ts'
import { addDaysIn, ISRAEL_ZONE, startOfDayIn } from '@kartis/domain/zone.ts'
import { array, assert, asyncProperty, constant, integer, oneof, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { feeTermsAt, feeTermsOver } from './for-others.ts'
import { contractOf, plannedContracts, setContract } from './set-fee-contract.ts'

let world: World

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const HOUR = 3_600_000

/** Minutes between one agreement and the next, the day that is named (from today), and the percent. */
const agreement = record({
  after: integer({ min: 1, max: 40 * 60 }),
  day: oneof(constant(undefined), integer({ min: -2, max: 3 })),
  regularBp: integer({ min: 0, max: 10_000 }),
})

describe('terms that are agreed', () => {
  it('are in force from their beginning until others begin, whatever is agreed in which order, and leave what was before', async () => {
    await assert(
      asyncProperty(array(agreement, { minLength: 1, maxLength: 6 }), async (agreements) => {
        const id = (await producer(world)).account.uuid
        for (const { after, day, regularBp } of agreements) {
          world.clock.advance(after * 60_000)
          const now = world.clock.now()
          const from = day === undefined ? undefined : addDaysIn(ISRAEL_ZONE, startOfDayIn(ISRAEL_ZONE, now), day)
          const before = await feeTermsOver(world.db, id)
          const planned = await plannedContracts(world.db, id, now)
          const agreed = await setContract(world.platform, id, { regularBp }, from)
          const over = await feeTermsOver(world.db, id)
          if (isRefusal(agreed)) {
            // Only a day that is over, and nothing has changed.
            expect([agreed.refusal, (day ?? 0) < 0]).toEqual(['conflict', true])
            expect(over(now)).toEqual(before(now))
            continue
          }
          const { validFrom } = agreed
          // What was agreed is in force at its beginning, and now where that is not to come.
          expect((await feeTermsAt(world.db, id, validFrom)).regularBp).toBe(regularBp)
          if (validFrom <= now) expect(await contractOf(world.platform, id)).toMatchObject({ regularBp })
          else expect(over(now)).toEqual(before(now))
          // Nothing before it, and nothing that was agreed for later, is another one.
          for (const hours of [1, 24, 72]) {
            const earlier = new Date(validFrom.getTime() - hours * HOUR)
            expect(over(earlier)).toEqual(before(earlier))
          }
          for (const later of planned.filter((start) => start > validFrom)) expect(over(later)).toEqual(before(later))
        }
      }),
      { numRuns: 25, seed: 158 },
    )
  })
})
