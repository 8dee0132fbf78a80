import { isAdmitted, type Verdict } from '@kartis/domain/admission.ts'
import { GATE_DIRECTIONS, RE_ENTRY_POLICIES } from '@kartis/domain/re-entry.ts'
import { shortTicketType } from '@kartis/domain/ticket-code.ts'
import * as fc from 'fast-check'

/** `CHECK_IN_CASES=100000` for the whole number. */
export const CASES = { seed: 20_261_123, numRuns: Number(process.env['CHECK_IN_CASES'] ?? 1500) }

const SCANS = ['019a5b3c-3333-7333-8333-000000000001', '019a5b3c-3333-7333-8333-000000000002'] as const
/** The first may be the one that the ticket entered with. */
const SCAN_UUIDS = [SCANS[0], '019a5b3c-3333-7333-8333-000000000009'] as const
const GATES = ['VIP', 'צפון', 'מזרח']
const ZONE = 'Asia/Jerusalem'
/** Five in the morning in Israel: some of the times belong to the day before. */
export const NOW = Date.parse('2026-12-03T03:00:00Z')

const instant = fc.integer({ min: -120, max: 120 }).map((minutes) => new Date(NOW + minutes * 60_000))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const hours = {
  opens_at: maybe(instant.map((time) => time.toISOString())),
  closes_at: maybe(instant.map((time) => time.toISOString())),
}

/** What may have happened to a ticket. */
const happened = fc
  .record({
    status: fc.constantFrom('valid' as const, 'cancelled' as const),
    cancelled_at: instant,
    redeemed_at: maybe(instant),
    redeemed_device: maybe(fc.constantFrom('phone 1', 'phone 2')),
    redeemed_by: fc.constantFrom(...SCANS),
    redeemed_gate: maybe(fc.constantFrom(...GATES)),
    revision: fc.nat(2),
    left_at: maybe(instant),
    reentered_at: maybe(instant),
    day_entries: maybe(fc.integer({ min: 1, max: 3 })),
  })
  .map((facts) => ({
    ...facts,
    cancelled_at: facts.status === 'cancelled' ? facts.cancelled_at : null,
    ...(facts.redeemed_at === null && {
      redeemed_by: null,
      redeemed_device: null,
      redeemed_gate: null,
      left_at: null,
      reentered_at: null,
      day_entries: null,
    }),
  }))

const settingsOf = (types: readonly string[]) =>
  fc.record({
    entry_starts_at: hours.opens_at,
    entry_ends_at: hours.closes_at,
    gates: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom(...GATES),
        events_ticket_uuids: fc.uniqueArray(fc.constantFrom(...types)),
        ...hours,
      }),
      { selector: ({ name }) => name },
    ),
    type_hours: fc.uniqueArray(fc.record({ events_ticket_uuid: fc.constantFrom(...types), ...hours }), {
      selector: (type) => type.events_ticket_uuid,
    }),
    re_entry: fc.record({
      policy: fc.constantFrom(...RE_ENTRY_POLICIES),
      entries_per_day: maybe(fc.integer({ min: 1, max: 3 })),
    }),
  })

export type CaseSettings = ReturnType<typeof settingsOf> extends fc.Arbitrary<infer T> ? T : never

const SEAT_GATES = ['צפון', '7']
const SEAT = { uuid: '019a5b3c-7777-8777-8777-777777777777', section: 'אולם', row: '1', number: '1' }

/** The gates of a hall, and the seat of the ticket in it. */
const hall = fc.record({
  gates: fc.subarray(SEAT_GATES),
  seat: maybe(fc.constantFrom('', ...SEAT_GATES).map((gate) => ({ ...SEAT, ...(gate && { gate }) }))),
})

/** A ticket, the rules of its event and a scan, whatever they may be. */
export const checkInCases = (types: readonly string[]) =>
  fc.record({
    happened,
    type: fc.constantFrom(...types),
    settings: settingsOf(types),
    hall,
    gate: maybe(fc.constantFrom(...GATES, 'שער 7', 'of no list')),
    scanUuid: fc.constantFrom(...SCAN_UUIDS),
    direction: fc.constantFrom(...GATE_DIRECTIONS),
  })

/** Of an order of nobody in particular. */
export const ticketRow = {
  name: '',
  position: 1,
  order_number: '101081',
  order_id: '019a5b3c-6666-7666-8666-666666666666',
  holder: null,
  phone: null,
  seat: null,
}

/** Hours as the server sends them: without those that are missing. */
const shown = (window: { readonly opens_at: string | null; readonly closes_at: string | null } | undefined) => ({
  ...(window?.opens_at && { opens_at: window.opens_at }),
  ...(window?.closes_at && { closes_at: window.closes_at }),
})

/** The rules of an event as a device has them. */
export const factsOnDevice = (event: string, settings: CaseSettings, types: readonly string[]) => ({
  event,
  owner: '',
  account: '',
  publicKey: '',
  withUuids: true,
  refreshedAt: 0,
  fullAt: 0,
  aheadMs: 0,
  opensAt: settings.entry_starts_at,
  closesAt: settings.entry_ends_at,
  gates: settings.gates.map(({ name, events_ticket_uuids, ...window }) => ({
    name,
    ticket_types: events_ticket_uuids,
    ...shown(window),
  })),
  types: types.map((uuid) => ({
    uuid,
    type: shortTicketType(uuid),
    name: '',
    ...shown(settings.type_hours.find((type) => type.events_ticket_uuid === uuid)),
  })),
  reEntry: { policy: settings.re_entry.policy, perDay: settings.re_entry.entries_per_day, zone: ZONE },
})

/** The event of a case as the server has it, as far as entries depend on it. */
export const eventOnServer = (id: string, settings: CaseSettings) => ({ id, timezone: ZONE, settings }) as never

export const plainVerdict = (verdict: Verdict) =>
  isAdmitted(verdict) ? verdict : { code: verdict.refusal, detail: verdict.detail ?? {} }
