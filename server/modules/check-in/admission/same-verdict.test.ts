import { isAdmitted, type Verdict } from '@kartis/domain/admission.ts'
import { shortTicketType } from '@kartis/domain/ticket-code.ts'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { decide } from '../../../../producer/shared/check-in/decide.ts'
import { decide as decideOnServer, ticketAtCheckIn } from './scan-attempt.ts'
import { viewListed } from './show-list.ts'

const EVENT = '019a5b3c-1111-7111-8111-111111111111'
const TICKET = '019a5b3c-0000-7000-8000-000000000001'
const SCANS = ['019a5b3c-3333-7333-8333-000000000001', '019a5b3c-3333-7333-8333-000000000002'] as const

/** `CHECK_IN_CASES=100000` for the whole number. */
const CASES = Number(process.env['CHECK_IN_CASES'] ?? 1500)

const TYPES = ['019a5b3c-2222-7222-8222-2222deadbeef', '019a5b3c-2222-7222-8222-2222deadbee1']
const GATES = ['VIP', 'צפון', 'מזרח']
const NOW = Date.parse('2026-12-03T18:30:00Z')

const instant = fc.integer({ min: -120, max: 120 }).map((minutes) => new Date(NOW + minutes * 60_000))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const ticket = fc.record({
  ticket_type_id: fc.constantFrom(...TYPES),
  status: fc.constantFrom('valid' as const, 'cancelled' as const),
  cancelled_at: instant,
  redeemed_at: maybe(instant),
  redeemed_device: maybe(fc.constantFrom('phone 1', 'phone 2')),
  redeemed_by: fc.constantFrom(...SCANS),
  gate: maybe(fc.constantFrom(...GATES)),
  revision: fc.nat(2),
})

const settings = fc.record({
  entry_starts_at: maybe(instant.map((time) => time.toISOString())),
  entry_ends_at: maybe(instant.map((time) => time.toISOString())),
  gates: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...GATES),
      events_ticket_uuids: fc.uniqueArray(fc.constantFrom(...TYPES)),
    }),
    { selector: ({ name }) => name },
  ),
})

const plain = (verdict: Verdict) =>
  isAdmitted(verdict) ? verdict : { code: verdict.refusal, detail: verdict.detail ?? {} }

it('server and device give the same verdict with the same reasons, whatever the ticket, the gates and the hours', async () => {
  await fc.assert(
    fc.asyncProperty(
      ticket,
      settings,
      maybe(fc.constantFrom(...GATES, 'of no list')),
      fc.constantFrom(SCANS[0], EVENT),
      fc.boolean(),
      async (facts, eventSettings, gate, scanId, isListed) => {
        const id = TICKET
        const row = {
          ...facts,
          id,
          event_id: EVENT,
          order_id: EVENT,
          cancelled_at: facts.status === 'cancelled' ? facts.cancelled_at : null,
          redeemed_by: facts.redeemed_at && facts.redeemed_by,
          redeemed_device: facts.redeemed_at && facts.redeemed_device,
          redeemed_gate: facts.redeemed_at && facts.gate,
          name: '',
          position: 1,
          order_number: '101081',
          holder: null,
          phone: null,
          seat: null,
        }
        const event = { id: EVENT, settings: eventSettings } as never
        const onServer = decideOnServer(
          {
            event,
            code: { kind: 'uuid', ticketId: id, eventId: undefined },
            hasDeviceId: true,
            scan: { id: scanId, gate, scanned_at: new Date(NOW) } as never,
          },
          isListed ? ticketAtCheckIn(row as never) : undefined,
        )
        const list = {
          facts: {
            event: EVENT,
            owner: '',
            account: '',
            publicKey: '',
            refreshedAt: 0,
            fullAt: 0,
            aheadMs: 0,
            opensAt: eventSettings.entry_starts_at,
            closesAt: eventSettings.entry_ends_at,
            gates: eventSettings.gates.map(({ name, events_ticket_uuids }) => ({
              name,
              ticket_types: events_ticket_uuids,
            })),
            types: TYPES.map((uuid) => ({ uuid, type: shortTicketType(uuid), name: '' })),
          },
          tickets: new Map(isListed ? [[id, viewListed({ ...row, gate: row.redeemed_gate })]] : []),
          verify: undefined,
        }
        const onDevice = await decide(list, { text: id, scanUuid: scanId, at: new Date(NOW), gate })
        expect(plain(onDevice.verdict)).toEqual(plain(onServer))
      },
    ),
    { seed: 20_261_123, numRuns: CASES },
  )
})
