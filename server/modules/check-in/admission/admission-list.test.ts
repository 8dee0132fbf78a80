import { randomUUID } from 'node:crypto'
import { type AdmissionList, admissionList } from '@kartis/contract/admission-list.ts'
import type { Event } from '@kartis/contract/events.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import { readScannedCode, shortTicketType, fromBase64Url } from '@kartis/domain/ticket-code.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scan, scannerOf } from '../../../testing/check-in.ts'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let scanner: { token: string; account: string }

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  scanner = { token: (await scannerOf(world, owner)).token, account: owner.account.uuid }
})
afterAll(() => world.close())

interface SoldEvent {
  readonly event: Event
  readonly type: string
  readonly tickets: readonly Ticket[]
}

const soldEvent = async (count = 3): Promise<SoldEvent> => {
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0, sum_total_available: 200 } })
  const { tickets } = await freeOrder(world, event.uuid, { [type.uuid]: count })
  return { event, type: type.uuid, tickets }
}

const list = (event: Event, query: { since?: string; after?: string; per_page?: number } = {}, who = scanner) =>
  world.call(admissionList, { ...who, params: { uuid: event.uuid }, query })
const listOf = async (event: Event, query = {}): Promise<AdmissionList> => (await list(event, query)).body.data
const nth = ({ tickets }: SoldEvent, place: number): Ticket => {
  const ticket = tickets[place]
  if (!ticket) throw new Error(`no ticket ${place}`)
  return ticket
}

describe('the admission list of an event', () => {
  it('holds no code and no signature, so that a lost phone lets nobody make a ticket', async () => {
    const sold = await soldEvent()
    const { text } = await list(sold.event)
    for (const { code } of sold.tickets) {
      expect(text).not.toContain(code)
      // the signature is the last 64 bytes of a code
      expect(text).not.toContain(code.slice(-80))
    }
  })

  it('has every ticket with its state and number, the types, hours and counters, and nothing of the buyer', async () => {
    const sold = await soldEvent()
    await scan(world, scanner, sold.event, nth(sold, 0).code, { device_id: 'phone 7', gate: 'מזרח' })
    const answer = await list(sold.event)
    expect(answer.status).toBe(200)
    const { data } = answer.body
    expect(data.event).toMatchObject({ uuid: sold.event.uuid, entry_starts_at: null, entry_ends_at: null })
    expect(data.ticket_types).toMatchObject([{ type: shortTicketType(sold.type), uuid: sold.type }])
    expect(data.tickets.map(({ uuid }) => uuid).toSorted()).toEqual(sold.tickets.map(({ uuid }) => uuid).toSorted())
    expect(data.tickets.find(({ uuid }) => uuid === nth(sold, 0).uuid)).toMatchObject({
      redeemed_at: world.clock.now().toISOString(),
      gate: 'מזרח',
      device_id: 'phone 7',
    })
    expect(data.tickets.find(({ uuid }) => uuid === nth(sold, 1).uuid)).toEqual({
      uuid: nth(sold, 1).uuid,
      type: shortTicketType(sold.type),
      number: nth(sold, 1).number,
    })
    expect(data.scan_statistics).toEqual({ total_scanned: 1, total_unscanned: 2, total_tickets: 3 })
    // Ten digits of that form may stand within a uuid.
    expect(answer.text).not.toMatch(/(?<![\da-f])05\d{8}|\+972|@/u)
  })

  it('has the public key with which a browser verifies the codes of this event and of no other', async () => {
    const [sold, other] = [await soldEvent(1), await soldEvent(1)]
    const { event } = await listOf(sold.event)
    const key = await crypto.subtle.importKey(
      'raw',
      fromBase64Url(event.public_key) ?? new Uint8Array(),
      'Ed25519',
      false,
      ['verify'],
    )
    const verify = (_code: unknown, body: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>) =>
      crypto.subtle.verify('Ed25519', key, signature, body)
    expect(await readScannedCode(nth(sold, 0).code, verify)).toMatchObject({
      kind: 'signed',
      ticketId: nth(sold, 0).uuid,
    })
    expect(await readScannedCode(nth(other, 0).code, verify)).toEqual({ kind: 'unknown' })
  })

  it('comes in pages without gaps or duplicates', async () => {
    const sold = await soldEvent(7)
    const seen: string[] = []
    let after: string | undefined
    for (let pages = 0; pages < 9; pages++) {
      const list: AdmissionList = await listOf(sold.event, { per_page: 3, ...(after && { after }) })
      seen.push(...list.tickets.map(({ uuid }) => uuid))
      if (list.next === null) break
      after = list.next
    }
    expect(seen).toHaveLength(7)
    expect(seen.toSorted()).toEqual(sold.tickets.map(({ uuid }) => uuid).toSorted())
  })

  it('has only tickets issued, cancelled or redeemed since the last request, even by an old scan', async () => {
    const sold = await soldEvent(4)
    // Rows of the last two minutes are sent twice on purpose.
    await world.db
      .updateTable('orders')
      .set({ paid_at: new Date(Date.now() - 600_000) })
      .where('event_id', '=', sold.event.uuid)
      .execute()
    const { as_of: since } = await listOf(sold.event)
    expect((await listOf(sold.event, { since })).tickets).toEqual([])
    await scan(world, scanner, sold.event, nth(sold, 0).code, {
      scanned_at: new Date(world.clock.now().getTime() - 3_600_000).toISOString(),
    })
    await world.db
      .updateTable('tickets')
      .set({ status: 'cancelled', cancelled_at: world.clock.now() })
      .where('id', '=', nth(sold, 1).uuid)
      .execute()
    const fresh = (await freeOrder(world, sold.event.uuid, { [sold.type]: 1 })).tickets[0]?.uuid
    const { tickets } = await listOf(sold.event, { since })
    expect(tickets.map(({ uuid }) => uuid).toSorted()).toEqual(
      [nth(sold, 0).uuid, nth(sold, 1).uuid, fresh ?? 'none'].toSorted(),
    )
    expect(tickets.find(({ uuid }) => uuid === nth(sold, 1).uuid)?.cancelled_at).toBeDefined()
  })

  it('is readable only by members of the account', async () => {
    const sold = await soldEvent(1)
    expect((await list(sold.event, {}, as(owner))).status).toBe(200)
    expect((await list(sold.event, {}, as(await producer(world)))).error?.code).toBe('not_found')
    expect((await world.http('GET', `/api/v1/producer/events/${sold.event.uuid}/admission_list`)).status).toBe(401)
    expect((await list(sold.event, { since: 'yesterday' })).error?.code).toBe('validation')
  })
})

describe('two offline devices that admit the same ticket', () => {
  it('make one entry: the second to sync gets S2 with time and gate of the first, and repeats change nothing', async () => {
    const sold = await soldEvent(1)
    const { code } = nth(sold, 0)
    const at = (minutes: number) => new Date(world.clock.now().getTime() - minutes * 60_000).toISOString()
    const east = { device_id: 'phone 7', gate: 'מזרח', scan_uuid: randomUUID(), scanned_at: at(20) }
    const west = { device_id: 'phone 8', gate: 'מערב', scan_uuid: randomUUID(), scanned_at: at(18) }
    expect((await scan(world, scanner, sold.event, code, east)).status).toBe(200)
    const second = await scan(world, scanner, sold.event, code, west)
    expect(second.error).toMatchObject({
      code: 'S2',
      detail: { redeemed_at: east.scanned_at, gate: 'מזרח', device_id: 'phone 7' },
    })
    expect((await scan(world, scanner, sold.event, code, east)).status).toBe(200)
    expect((await scan(world, scanner, sold.event, code, west)).error?.code).toBe('S2')
    const rows = await world.db.selectFrom('scans').selectAll().where('event_id', '=', sold.event.uuid).execute()
    expect(rows.map(({ verdict, refusal }) => refusal ?? verdict).toSorted()).toEqual(['S2', 'admitted'])
    expect((await listOf(sold.event)).tickets[0]).toMatchObject({ redeemed_at: east.scanned_at, gate: 'מזרח' })
  })

  it('keep the time of their scan, unless their clock is ahead', async () => {
    const sold = await soldEvent(2)
    const past = new Date(world.clock.now().getTime() - 2 * 3_600_000).toISOString()
    const future = new Date(world.clock.now().getTime() + 2 * 3_600_000).toISOString()
    await scan(world, scanner, sold.event, nth(sold, 0).code, { scan_uuid: randomUUID(), scanned_at: past })
    await scan(world, scanner, sold.event, nth(sold, 1).code, { scan_uuid: randomUUID(), scanned_at: future })
    const { tickets } = await listOf(sold.event)
    const enteredAt = (place: number) => tickets.find(({ uuid }) => uuid === nth(sold, place).uuid)?.redeemed_at
    expect(enteredAt(0)).toBe(past)
    expect(enteredAt(1)).toBe(world.clock.now().toISOString())
  })
})
