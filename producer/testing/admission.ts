import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import type {
  AdmissionChanges,
  AdmissionList as AdmissionListReply,
  ListedTicket,
} from '@kartis/contract/admission-list.ts'
import { signedTextOf, TICKET_BYTES, writeSnapshot, writeTicket } from '@kartis/domain/gate-snapshot.ts'
import { encodeTicketCode, shortTicketType, ticketCodeBody } from '@kartis/domain/ticket-code.ts'
import type { AdmissionList } from '../shared/check-in/decide.ts'
import type { People } from '../shared/check-in/guest-names.ts'
import type { StoredAdmissionList } from '../shared/offline/database.ts'
import { recordFullLoad } from '../shared/offline/last-contact.ts'
import { storeAccessToken, storeWorkspace } from '../shared/storage.ts'

export const EVENT = '019a5b3c-1111-7111-8111-111111111111'
export const OTHER_EVENT = '019a5b3c-9999-7999-8999-999999999999'
export const TYPE = '019a5b3c-2222-7222-8222-2222deadbeef'
export const USER = '019a5b3c-4444-7444-8444-444444444444'
export const ACCOUNT = '019a5b3c-5555-7555-8555-555555555555'

const keys = generateKeyPairSync('ed25519')
/** Of somebody else. */
export const FOREIGN_KEYS = generateKeyPairSync('ed25519')
const publicKeyOf = ({ publicKey }: typeof keys): string => publicKey.export({ format: 'jwk' }).x ?? ''
/** Of the event, as a browser reads it. */
export const PUBLIC_KEY = publicKeyOf(keys)
export const FOREIGN_KEY = publicKeyOf(FOREIGN_KEYS)

export const ticketUuid = (index: number): string => `019a5b3c-0000-7000-8000-00000000000${index}`
export const scanUuid = (index: number): string => `019a5b3c-3333-7333-8333-00000000000${index}`

/** The code of a ticket, signed by its event or by another key. */
export const ticketCode = (index: number, eventId = EVENT, by = keys, revision = 0): string => {
  const body = ticketCodeBody({ ticketId: ticketUuid(index), eventId, ticketTypeId: TYPE, revision })
  return encodeTicketCode(body, sign(null, body, by.privateKey))
}

/** The code of a ticket as it was drawn before (K1). */
export const oldTicketCode = (index: number): string => {
  const hex = `01${ticketUuid(index)}${EVENT}${shortTicketType(TYPE)}`.replaceAll('-', '')
  const body = Buffer.from(hex, 'hex')
  return `K1${Buffer.concat([body, sign(null, body, keys.privateKey)]).toString('base64url')}`
}

/** A page of the admission list with `count` tickets, as the server sends it. */
export const admissionPage = (count: number, more: Partial<AdmissionListReply> = {}): AdmissionListReply => ({
  event: {
    uuid: EVENT,
    public_key: PUBLIC_KEY,
    entry_starts_at: null,
    entry_ends_at: null,
    gates: [],
    lanes: null,
    timezone: 'Asia/Jerusalem',
    re_entry: { policy: 'never', entries_per_day: null },
  },
  ticket_types: [{ type: shortTicketType(TYPE), uuid: TYPE, name: 'כניסה רגילה' }],
  tickets: Array.from({ length: count }, (_, index) => ({
    uuid: ticketUuid(index),
    type: shortTicketType(TYPE),
    number: `101081-${index + 1}`,
  })),
  scan_statistics: { total_scanned: 0, total_unscanned: count, total_tickets: count },
  can: { scan_uuid: true, override_lane: true, people: false },
  hub: null,
  next: null,
  as_of: new Date().toISOString(),
  seq: 10,
  ...more,
})

/** Many listed tickets, and how each is named at a gate. */
export const sharedTickets = (count: number) => ({
  rows: Array.from({ length: count }, (_, place) => ({
    uuid: `019a5b3c-0000-7000-8000-${String(place).padStart(12, '0')}`,
    type: shortTicketType(TYPE),
    number: `${200_000 + place}-1`,
  })),
  text: ({ number }: { readonly number: string }): string => number,
})

interface SnapshotSettings {
  readonly seq?: number
  readonly event?: string
  readonly seatGate?: string
  /** Who signs it. */
  readonly by?: typeof keys
  /** The key that it names, where that is not the key of who signs it. */
  readonly names?: string
}

/** A file of `count` tickets, the first of them entered, as the server sends it. */
export const snapshotFile = (count: number, more: SnapshotSettings = {}) => {
  const { by = keys, names = publicKeyOf(by) } = more
  const { event, ticket_types } = admissionPage(0)
  const ofTypes = ticket_types.map(({ type }) => type)
  // A type is there again for the gate of its seats.
  const types = more.seatGate === undefined ? ofTypes : [...ofTypes, ...ofTypes.slice(0, 1)]
  const hall = more.seatGate === undefined ? {} : { seat_gates: ['1', more.seatGate] }
  const places = more.seatGate === undefined ? {} : { place_gates: [...ofTypes.map(() => ''), more.seatGate] }
  const body = new Uint8Array(count * TICKET_BYTES)
  for (let place = 0; place < count; place++)
    writeTicket(body, place, {
      id: ticketUuid(place),
      type: more.seatGate === undefined ? 0 : types.length - 1,
      isCancelled: false,
      hasEntered: place === 0,
      revision: 0,
    })
  const unsigned = {
    event: more.event ?? EVENT,
    seq: more.seq ?? 7,
    count,
    keys: [names],
    rules: { event: { ...event, public_key: names, ...hall }, ticket_types, ...places },
    types,
    sha256: createHash('sha256').update(body).digest('base64url'),
  }
  const signature = sign(null, Buffer.from(signedTextOf(unsigned)), by.privateKey).toString('base64url')
  return writeSnapshot({ ...unsigned, signature }, body)
}

/** What changed after the page, as the server sends it. */
export const admissionChangesOf = (
  tickets: readonly ListedTicket[],
  more: Partial<AdmissionChanges> = {},
): AdmissionChanges => {
  const { next: _next, ...page } = admissionPage(0)
  return { ...page, tickets: [...tickets], seq: page.seq + tickets.length, gap: false, more: false, ...more }
}

/** Noa, who ordered `101081`. */
export const noa: People = {
  persons: new Map([['101081', { holder: 'נועה ברקן', phoneEnd: '4821' }]]),
  until: Infinity,
}

/** The admission list of the event on this device, with these tickets; it verifies no signature. */
export const admissionListOf = (
  tickets: readonly ListedTicket[],
  facts: Partial<StoredAdmissionList> = {},
): AdmissionList => ({
  facts: {
    event: EVENT,
    owner: USER,
    account: ACCOUNT,
    publicKey: PUBLIC_KEY,
    opensAt: null,
    closesAt: null,
    types: admissionPage(0).ticket_types,
    seq: 10,
    refreshedAt: 0,
    fullAt: 0,
    aheadMs: 0,
    ...facts,
  },
  tickets: new Map(tickets.map((ticket) => [ticket.uuid, ticket])),
  verify: async () => true,
})

/** Signs a user in on this device, as after a complete start online. */
export const signIn = (): void => {
  localStorage.clear()
  storeAccessToken('token')
  storeWorkspace(ACCOUNT)
  recordFullLoad(USER)
}
