import { isAdmitted, type Verdict } from '@kartis/domain/admission.ts'
import { GATE_DIRECTIONS, RE_ENTRY_POLICIES } from '@kartis/domain/re-entry.ts'
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
const ZONE = 'Asia/Jerusalem'
/** Five in the morning in Israel: some of the times belong to the day before. */
const NOW = Date.parse('2026-12-03T03:00:00Z')

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
  left_at: maybe(instant),
  reentered_at: maybe(instant),
  day_entries: maybe(fc.integer({ min: 1, max: 3 })),
})

const hours = {
  opens_at: maybe(instant.map((time) => time.toISOString())),
  closes_at: maybe(instant.map((time) => time.toISOString())),
}

const settings = fc.record({
  entry_starts_at: maybe(instant.map((time) => time.toISOString())),
  entry_ends_at: maybe(instant.map((time) => time.toISOString())),
  gates: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...GATES),
      events_ticket_uuids: fc.uniqueArray(fc.constantFrom(...TYPES)),
      ...hours,
    }),
    { selector: ({ name }) => name },
  ),
  type_hours: fc.uniqueArray(fc.record({ events_ticket_uuid: fc.constantFrom(...TYPES), ...hours }), {
    selector: (type) => type.events_ticket_uuid,
  }),
  re_entry: fc.record({
    policy: fc.constantFrom(...RE_ENTRY_POLICIES),
    entries_per_day: maybe(fc.integer({ min: 1, max: 3 })),
  }),
})

/** Hours as the server sends them: without those that are missing. */
const shown = (window: { readonly opens_at: string | null; readonly closes_at: string | null } | undefined) => ({
  ...(window?.opens_at && { opens_at: window.opens_at }),
  ...(window?.closes_at && { closes_at: window.closes_at }),
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
      fc.constantFrom(...GATE_DIRECTIONS),
      async (facts, eventSettings, gate, scanId, isListed, direction) => {
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
          left_at: facts.redeemed_at && facts.left_at,
          reentered_at: facts.redeemed_at && facts.reentered_at,
          day_entries: facts.redeemed_at && facts.day_entries,
          name: '',
          position: 1,
          order_number: '101081',
          holder: null,
          phone: null,
          seat: null,
        }
        const event = { id: EVENT, timezone: ZONE, settings: eventSettings } as never
        const onServer = decideOnServer(
          {
            event,
            code: { kind: 'uuid', ticketId: id, eventId: undefined },
            hasDeviceId: true,
            scan: { id: scanId, gate, direction, scanned_at: new Date(NOW) } as never,
          },
          isListed ? ticketAtCheckIn(row as never) : undefined,
        )
        const list = {
          facts: {
            event: EVENT,
            owner: '',
            account: '',
            publicKey: '',
            withUuids: true,
            refreshedAt: 0,
            fullAt: 0,
            aheadMs: 0,
            opensAt: eventSettings.entry_starts_at,
            closesAt: eventSettings.entry_ends_at,
            gates: eventSettings.gates.map(({ name, events_ticket_uuids, ...window }) => ({
              name,
              ticket_types: events_ticket_uuids,
              ...shown(window),
            })),
            types: TYPES.map((uuid) => ({
              uuid,
              type: shortTicketType(uuid),
              name: '',
              ...shown(eventSettings.type_hours.find((type) => type.events_ticket_uuid === uuid)),
            })),
            reEntry: {
              policy: eventSettings.re_entry.policy,
              perDay: eventSettings.re_entry.entries_per_day,
              zone: ZONE,
            },
          },
          tickets: new Map(isListed ? [[id, viewListed({ ...row, gate: row.redeemed_gate })]] : []),
          verify: undefined,
        }
        const onDevice = await decide(list, { text: id, scanUuid: scanId, at: new Date(NOW), gate, direction })
        expect(plain(onDevice.verdict)).toEqual(plain(onServer))
      },
    ),
    { seed: 20_261_123, numRuns: CASES },
  )
})
