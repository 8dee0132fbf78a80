import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { decide } from '../../../../producer/shared/check-in/decide.ts'
import {
  CASES,
  checkInCases,
  eventOnServer,
  factsOnDevice,
  NOW,
  plainVerdict,
  ticketRow,
} from '../../../testing/check-in-cases.ts'
import { decide as decideOnServer, ticketAtCheckIn } from './scan-attempt.ts'
import { viewListed } from './show-list.ts'

const EVENT = '019a5b3c-1111-7111-8111-111111111111'
const TICKET = '019a5b3c-0000-7000-8000-000000000001'
const TYPES = ['019a5b3c-2222-7222-8222-2222deadbeef', '019a5b3c-2222-7222-8222-2222deadbee1']

/** A hundred thousand cases take longer than a test usually may. */
const ALL_CASES_MS = 600_000

it(
  'server and device give the same verdict with the same reasons, whatever the ticket, the gates and the hours',
  async () => {
    const property = fc.asyncProperty(checkInCases(TYPES), fc.boolean(), async (given, isListed) => {
      const { happened, type, settings, gate, scanUuid, direction, hall } = given
      const row = { ...ticketRow, ...happened, seat: hall.seat, ticket_type_id: type, id: TICKET, event_id: EVENT }
      const onServer = decideOnServer(
        {
          event: eventOnServer(EVENT, settings),
          seatGates: hall.gates,
          code: { kind: 'uuid', ticketId: TICKET, eventId: undefined },
          hasDeviceId: true,
          scan: { id: scanUuid, gate, direction, scanned_at: new Date(NOW) } as never,
        },
        isListed ? ticketAtCheckIn(row as never) : undefined,
      )
      const list = {
        facts: { ...factsOnDevice(EVENT, settings, TYPES), seatGates: hall.gates },
        tickets: new Map(isListed ? [[TICKET, viewListed({ ...row, gate: row.redeemed_gate })]] : []),
        verify: async () => true,
      }
      const onDevice = await decide(list, { text: TICKET, scanUuid, at: new Date(NOW), gate, direction })
      expect(plainVerdict(onDevice.verdict)).toEqual(plainVerdict(onServer))
    })
    await fc.assert(property, CASES)
  },
  ALL_CASES_MS,
)
