import { isAdmitted } from '@kartis/domain/admission.ts'
import { uuidToBytes } from '@kartis/domain/code-bytes.ts'
import { encodeTicketCode, shortTicketType, ticketCodeBody } from '@kartis/domain/ticket-code.ts'
import { ticketNumber } from '@kartis/domain/ticket-number.ts'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decide } from '../../../../producer/shared/check-in/decide.ts'
import { createVerifier } from '../../../../producer/shared/check-in/verifier.ts'
import {
  CASES,
  checkInCases,
  eventOnServer,
  factsOnDevice,
  NOW,
  plainVerdict,
  ticketRow,
} from '../../../testing/check-in-cases.ts'
import { eventOnSale, ticketTypeOf } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { signAsEvent, ticketPublicKey } from '../../selling/ticketing/index.ts'
import { nameCode } from './name-code.ts'
import { decide as decideOnServer, foreignTicket, type NamedCode, ticketAtCheckIn } from './scan-attempt.ts'
import { viewListed } from './show-list.ts'

interface Numbered {
  readonly id: string
  readonly event: string
  readonly order: string
  readonly position: number
}

let world: World
let owner: Producer
let event: string
let other: string
let types: string[]
/** Tickets of the event, of another one of its account, and of another account. */
let tickets: { readonly own: Numbered[]; readonly other: Numbered[]; readonly foreign: Numbered[] }

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  const [here, there] = [await eventOf(owner), await eventOf(owner)]
  const elsewhere = await eventOf(await producer(world))
  const second = await ticketTypeOf(world, owner, here.event)
  event = here.event.uuid
  other = there.event.uuid
  types = [here.type.uuid, second.uuid]
  tickets = {
    // Without their hyphens, 101081-12 and 1010811-2 are the same digits, and so are 101081-21 and 1010812-1 of the other event.
    own: [...(await sell(here, '101081', [1, 2, 12, 21])), ...(await sell(here, '1010811', [1, 2]))],
    other: await sell(there, '1010812', [1, 2]),
    foreign: await sell(elsewhere, '300300', [1, 2]),
  }
})
afterAll(() => world.close())

const eventOf = (by: Producer) => eventOnSale(world, by, { type: { price: 0 } })

type Sold = Awaited<ReturnType<typeof eventOf>>

/** An order with a number and places of our choice. */
const sell = async (sold: Sold, number: string, positions: readonly number[]): Promise<Numbered[]> => {
  const order = await freeOrder(world, sold.event.uuid, { [sold.type.uuid]: positions.length })
  await world.db.updateTable('orders').set({ number }).where('id', '=', order.uuid).execute()
  const numbered = order.tickets.map(({ uuid }, place) => ({
    id: uuid,
    event: sold.event.uuid,
    order: number,
    position: positions[place] ?? 0,
  }))
  for (const { id, position } of numbered.toReversed())
    await world.db.updateTable('tickets').set({ position }).where('id', '=', id).execute()
  return numbered
}

const sign = (body: Uint8Array, by: string) => signAsEvent(world.platform.keys, by, body)

const broken = (signature: Uint8Array): Uint8Array => signature.map((byte, place) => (place === 9 ? byte ^ 1 : byte))

interface CodeOf {
  readonly type: string
  readonly revision: number
  readonly signer: 'event' | 'another' | 'nobody'
}

const signature = (body: Uint8Array, ticket: Numbered, { signer }: CodeOf): Uint8Array => {
  const another = ticket.event === event ? other : event
  const signed = sign(body, signer === 'another' ? another : ticket.event)
  return signer === 'nobody' ? broken(signed) : signed
}

const k2 = (ticket: Numbered, code: CodeOf): string => {
  const { type: ticketTypeId, revision } = code
  const body = ticketCodeBody({ ticketId: ticket.id, eventId: ticket.event, ticketTypeId, revision })
  return encodeTicketCode(body, signature(body, ticket, code))
}

const k1 = (ticket: Numbered, code: CodeOf): string => {
  const type = Buffer.from(shortTicketType(code.type), 'hex')
  const body = Buffer.concat([Buffer.from([1]), uuidToBytes(ticket.id), uuidToBytes(ticket.event), type])
  return `K1${Buffer.concat([body, signature(body, ticket, code)]).toString('base64url')}`
}

const numberOf = ({ order, position }: Numbered): string => ticketNumber(order, position)

const WAYS: Readonly<Record<string, (ticket: Numbered, code: CodeOf) => string>> = {
  k1,
  k2,
  'k2 in groups': (ticket, code) => ` ${k2(ticket, code).replaceAll(/\d{5}/g, '$& ')}`,
  number: numberOf,
  'number without hyphen': (ticket) => numberOf(ticket).replace('-', ''),
  'number in Arabic digits': (ticket) =>
    numberOf(ticket).replaceAll(/\d/g, (digit) => String.fromCharCode(0x0660 + Number(digit))),
  uuid: ({ id }) => id,
  'uuid in capitals': ({ id }) => ` ${id.toUpperCase()} `,
}

const scans = () =>
  fc.record({
    given: checkInCases(types),
    way: fc.constantFrom(...Object.keys(WAYS)),
    signer: fc.constantFrom(
      'event' as const,
      'event' as const,
      'event' as const,
      'another' as const,
      'nobody' as const,
    ),
    revision: fc.nat(2),
    withUuids: fc.boolean(),
    place: fc.nat(),
  })

type Case = ReturnType<typeof scans> extends fc.Arbitrary<infer T> ? T : never

const textOf = ({ way, given, revision, signer }: Case, ticket: Numbered): string =>
  WAYS[way]?.(ticket, { type: given.type, revision, signer }) ?? ''

const rowOf = ({ given: { happened, type } }: Case, { id, order, position }: Numbered) => ({
  ...ticketRow,
  ...happened,
  ticket_type_id: type,
  id,
  event_id: event,
  order_number: order,
  position,
})

const isOfAccount = (id: string): boolean => [...tickets.own, ...tickets.other].some((ticket) => ticket.id === id)

type Row = ReturnType<typeof rowOf>

const ticketOnServer = ({ ticketId, eventId }: NamedCode, rows: readonly Row[]) => {
  const row = rows.find(({ id }) => id === ticketId)
  if (row) return ticketAtCheckIn(row as never)
  return ticketId !== undefined && (eventId !== undefined || isOfAccount(ticketId))
    ? foreignTicket(ticketId)
    : undefined
}

/** What server and device say of a text; the device has these tickets on its list, and the server has more. */
const verdicts = async (of: Case, text: string, rows: readonly Row[], listed: readonly Row[] = rows) => {
  const { settings, gate, scanUuid, direction } = of.given
  const code = await nameCode(world.platform, { id: event, account_id: owner.account.uuid }, { ...of, text })
  const scan = { id: scanUuid, gate, direction, scanned_at: new Date(NOW) } as never
  const attempt = { event: eventOnServer(event, settings), seatGates: [], code, hasDeviceId: true, scan }
  const onServer = decideOnServer(attempt, ticketOnServer(code, rows))
  const publicKey = ticketPublicKey(world.platform.keys, event)
  const list = {
    facts: { ...factsOnDevice(event, settings, types), withUuids: of.withUuids, publicKey },
    tickets: new Map(listed.map((row) => [row.id, viewListed({ ...row, gate: row.redeemed_gate })])),
    verify: await createVerifier(publicKey),
  }
  const onDevice = await decide(list, { text, scanUuid, at: new Date(NOW), gate, direction })
  return { server: plainVerdict(onServer), device: plainVerdict(onDevice.verdict), isIn: isAdmitted(onServer) }
}

const pick = (from: readonly Numbered[], place: number): Numbered => {
  const ticket = from[place % from.length]
  if (!ticket) throw new Error('no tickets')
  return ticket
}

/** Each case signs and reads a code: `CASES` may be many minutes. */
const TIMEOUT_MS = 30 * 60_000

const S4 = { code: 'S4', detail: {} }

const UNTOUCHED = {
  status: 'valid',
  cancelled_at: null,
  redeemed_at: null,
  redeemed_by: null,
  redeemed_device: null,
  redeemed_gate: null,
  left_at: null,
  reentered_at: null,
  day_entries: null,
} as const

describe('server and device give the same verdict', { timeout: TIMEOUT_MS }, () => {
  it('for K1, K2, numbers in every spelling and bare uuids, whatever their signature and revision', async () => {
    let entered = 0
    const property = fc.asyncProperty(scans(), async (of) => {
      const rows = tickets.own.map((ticket) => rowOf(of, ticket))
      const { server, device, isIn } = await verdicts(of, textOf(of, pick(tickets.own, of.place)), rows)
      entered += isIn ? 1 : 0
      expect(device).toEqual(server)
    })
    await fc.assert(property, CASES)
    expect(entered).toBeGreaterThan(CASES.numRuns / 20)
  })

  it('for a signed code of a ticket that was sold, or issued anew, after the list was loaded', async () => {
    const property = fc.asyncProperty(scans(), async (given) => {
      const of = { ...given, way: given.way === 'k1' ? 'k1' : 'k2', revision: given.way === 'k1' ? 0 : given.revision }
      const ticket = pick(tickets.own, of.place)
      const sold = { ...rowOf(of, ticket), ...UNTOUCHED, revision: of.revision }
      const { server, device } = await verdicts(of, textOf(of, ticket), [sold], [])
      expect(device).toEqual(server)
    })
    await fc.assert(property, CASES)
  })

  it('for tickets of other events: nobody enters, and of a signed code both say that it is of another event', async () => {
    const property = fc.asyncProperty(scans(), fc.constantFrom('other', 'foreign'), async (of, whose) => {
      const rows = tickets.own.map((ticket) => rowOf(of, ticket))
      const elsewhere = tickets[whose === 'other' ? 'other' : 'foreign']
      const ticket = pick(elsewhere, of.place)
      const text = textOf(of, ticket)
      // These digits name a ticket of this event as well, which is the one that is meant at its gate.
      fc.pre(text !== '10108121')
      const { server, device } = await verdicts(of, text, rows)
      expect([server, device]).not.toContainEqual(expect.objectContaining({ admit: true }))
      if (/^k[12]/.test(of.way) && of.signer === 'event') expect([server, device]).toEqual([S4, S4])
    })
    await fc.assert(property, CASES)
  })
})
