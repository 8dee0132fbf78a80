import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { countTickets, setTicket } from './ticket-counts.ts'

const AT = '2026-12-03T18:05:00.000Z'

const ticket = (uuid: string, state: number): ListedTicket => ({
  uuid,
  type: 'deadbeef',
  number: `101081-${uuid}`,
  ...((state & 1) === 1 && { cancelled_at: AT }),
  ...((state & 2) === 2 && { redeemed_at: AT }),
  ...((state & 4) === 4 && { left_at: AT }),
})

it('counters that follow the changes of a list are those of reading all of it', () => {
  const changes = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 7 })), { maxLength: 40 })
  fc.assert(
    fc.property(changes, (all) => {
      const tickets = new Map<string, ListedTicket>()
      expect(countTickets(tickets)).toEqual({ valid: 0, scanned: 0, outside: 0 })
      for (const [uuid, state] of all) setTicket(tickets, String(uuid), ticket(String(uuid), state))
      expect(countTickets(tickets)).toEqual(countTickets(new Map(tickets)))
    }),
    { seed: 20_261_128, numRuns: 200 },
  )
})
