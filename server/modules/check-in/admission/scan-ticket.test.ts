import { randomUUID } from 'node:crypto'
import { showEvent, updateEvent } from '@kartis/contract/events.ts'
import { cancelOrder, reissueOrder } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
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

const soldEvent = (count?: number) => soldEventOf(world, owner, count)

const scansOf = (event: { uuid: string }) =>
  world.db.selectFrom('scans').selectAll().where('event_id', '=', event.uuid).orderBy('received_at').execute()

describe('a valid ticket', () => {
  it('is admitted by the code of its QR, and the counters change', async () => {
    const sold = await soldEvent()
    const ticket = nth(sold, 0)
    expect(ticket.code).toMatch(/^2\d{210}$/)
    const answer = await scan(world, scanner, sold.event, ticket.code, { device_id: 'phone 7', gate: 'מזרח' })
    expect(answer.status).toBe(200)
    expect(answer.body.data.ticket).toMatchObject({
      uuid: ticket.uuid,
      status: 'valid',
      redemption: 'redeemed',
      redeemed_at: world.clock.now().toISOString(),
      holder: 'דנה כהן',
      order_number: sold.number,
    })
    expect(answer.body.data.scan_statistics).toEqual({ total_scanned: 1, total_unscanned: 2, total_tickets: 3 })
  })

  it('has its code and its price in replies to managers only, by whatever it was named', async () => {
    const sold = await soldEvent()
    const [first, second] = [nth(sold, 0), nth(sold, 1)]
    const byScanner = (await scan(world, scanner, sold.event, first.number)).body.data.ticket
    expect(byScanner).toMatchObject({ uuid: first.uuid, number: first.number })
    expect([byScanner.code, byScanner.price]).toEqual([undefined, undefined])
    const byOwner = (await scan(world, as(owner), sold.event, second.number)).body.data.ticket
    expect([byOwner.code, byOwner.price]).toEqual([second.code, second.price])
  })

  it('is admitted by its bare uuid by managers only, in upper or lower case and with spaces around', async () => {
    const sold = await soldEvent()
    expect((await scan(world, scanner, sold.event, nth(sold, 1).uuid)).error?.code).toBe('S6')
    const answer = await scan(world, as(owner), sold.event, `  ${nth(sold, 1).uuid.toUpperCase()} `)
    expect(answer.status).toBe(200)
    expect(answer.body.data.ticket.uuid).toBe(nth(sold, 1).uuid)
  })

  it('is admitted by a code of before (K1), and by digits that were typed in Arabic', async () => {
    const sold = await soldEvent()
    const [first, second] = [nth(sold, 0), nth(sold, 1)]
    const hex = `01${first.uuid}${sold.event.uuid}${first.events_ticket_uuid.slice(-8)}`.replaceAll('-', '')
    const body = Buffer.from(hex, 'hex')
    const signature = world.platform.keys.signingKey('ticket_code', sold.event.uuid).sign(body)
    const old = `K1${Buffer.concat([body, signature]).toString('base64url')}`
    expect((await scan(world, scanner, sold.event, old)).body.data.ticket.uuid).toBe(first.uuid)
    expect((await scan(world, scanner, sold.event, first.code)).error?.code).toBe('S2')
    const eastern = second.code.replace(/\d/gu, (digit) => String.fromCodePoint(0x660 + Number(digit)))
    expect((await scan(world, scanner, sold.event, eastern)).body.data.ticket.uuid).toBe(second.uuid)
  })

  it('is admitted by its new code alone once it was issued anew (S3), and keeps its number', async () => {
    const sold = await soldEvent()
    const { code, uuid, number } = nth(sold, 0)
    const reissue = (ticket_uuids: string[]) =>
      world.call(reissueOrder, { ...as(owner), params: { uuid: sold.order }, body: { ticket_uuids } })
    const { tickets } = (await reissue([uuid])).body.data
    const fresh = tickets?.find((ticket) => ticket.uuid === uuid)
    expect(fresh).toMatchObject({ number })
    expect(fresh?.code).not.toBe(code)
    const refused = await scan(world, scanner, sold.event, code)
    expect([refused.status, refused.error?.code, refused.error?.detail]).toMatchObject([409, 'S3', { reissued: true }])
    expect((await scan(world, scanner, sold.event, fresh?.code ?? '')).status).toBe(200)
    expect((await scan(world, scanner, sold.event, nth(sold, 1).code)).status).toBe(200)
    expect((await reissue([randomUUID()])).error?.code).toBe('validation')
  })

  it('is admitted by the number that is printed on it, with or without the hyphen', async () => {
    const sold = await soldEvent()
    const [first, second] = [nth(sold, 0), nth(sold, 1)]
    expect(first.number).toBe(`${sold.number}-1`)
    const answer = await scan(world, scanner, sold.event, ` ${first.number} `)
    expect([answer.status, answer.body.data.ticket.uuid]).toEqual([200, first.uuid])
    expect(answer.body.data.ticket.number).toBe(first.number)
    const bare = await scan(world, scanner, sold.event, second.number.replace('-', ''))
    expect([bare.status, bare.body.data.ticket.uuid]).toEqual([200, second.uuid])
    expect((await scan(world, scanner, sold.event, first.code)).error?.code).toBe('S2')
  })

  it('is refused the second time, with time and gate of the first entry (S2)', async () => {
    const sold = await soldEvent()
    const at = world.clock.now().toISOString()
    await scan(world, scanner, sold.event, nth(sold, 0).code, { device_id: 'phone 7', gate: 'מזרח' })
    world.clock.advance(60)
    const again = await scan(world, as(owner), sold.event, nth(sold, 0).uuid, { device_id: 'phone 8', gate: 'מערב' })
    expect(again.status).toBe(409)
    expect(again.error).toMatchObject({
      code: 'S2',
      description: 'הכרטיס כבר נסרק.',
      detail: {
        redeemed_at: at,
        device_id: 'phone 7',
        gate: 'מזרח',
        ticket: { number: nth(sold, 0).number, name: nth(sold, 0).name, holder: 'דנה כהן' },
      },
    })
  })

  it('is admitted once, however many devices scan it at the same moment', async () => {
    const sold = await soldEvent()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) =>
        scan(world, scanner, sold.event, nth(sold, 0).code, { device_id: `phone ${place}` }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.error?.code === 'S2')).toHaveLength(49)
    const rows = await scansOf(sold.event)
    expect(rows.filter((row) => row.verdict === 'admitted')).toHaveLength(1)
    expect(rows.filter((row) => row.verdict === 'refused' && row.refusal === 'S2')).toHaveLength(49)
  })
})

describe('a batch of scans from many gates', () => {
  it('every ticket is admitted once, and each reply counts its own entry', async () => {
    const sold = await soldEvent(20)
    const twice = sold.tickets.flatMap((ticket) => [ticket.code, ticket.code])
    const answers = await Promise.all(
      [...twice, '999999-1', 'nonsense'].map((text, place) =>
        scan(world, scanner, sold.event, text, { device_id: `phone ${place}`, gate: `${place % 4}` }),
      ),
    )
    const entered = answers.filter((answer) => answer.status === 200)
    expect(entered.map((answer) => answer.body.data.ticket.uuid).toSorted()).toEqual(
      sold.tickets.map(({ uuid }) => uuid).toSorted(),
    )
    expect(answers.filter((answer) => answer.error?.code === 'S2')).toHaveLength(20)
    expect(answers.slice(-2).map((answer) => answer.error?.code)).toEqual(['S1', 'S6'])
    expect(entered.every((answer) => answer.body.data.scan_statistics.total_scanned >= 1)).toBe(true)
    expect(Math.max(...entered.map((answer) => answer.body.data.scan_statistics.total_scanned))).toBe(20)
    const rows = await scansOf(sold.event)
    expect(rows.filter((row) => row.verdict === 'admitted')).toHaveLength(20)
    expect(rows).toHaveLength(42)
    for (const row of rows.filter(({ verdict }) => verdict === 'admitted'))
      expect(row).toMatchObject({
        code_hash: expect.any(String),
        user_id: expect.any(String),
        gate: expect.any(String),
      })
  })

  it('tickets are admitted although one scan of their batch was answered before', async () => {
    const sold = await soldEvent(4)
    const scan_uuid = randomUUID()
    const opens = new Date(world.clock.now().getTime() + 60_000).toISOString()
    const settings = { entry_starts_at: opens }
    await world.call(updateEvent, { ...as(owner), params: { uuid: sold.event.uuid }, body: { settings } })
    await scan(world, scanner, sold.event, nth(sold, 0).code, { scan_uuid })
    world.clock.advance(120)
    const answers = await Promise.all(
      sold.tickets.map((ticket, place) =>
        scan(world, scanner, sold.event, ticket.code, place === 0 ? { scan_uuid } : { scan_uuid: randomUUID() }),
      ),
    )
    expect(answers.map((answer) => answer.error?.code ?? answer.status)).toEqual(['S5', 200, 200, 200])
  })
})

describe('a scan', () => {
  it('that is repeated gets the same result and counts once', async () => {
    const sold = await soldEvent()
    const scan_uuid = randomUUID()
    const first = await scan(world, scanner, sold.event, nth(sold, 0).code, { scan_uuid, gate: 'א' })
    world.clock.advance(30)
    const second = await scan(world, scanner, sold.event, nth(sold, 0).code, { scan_uuid, gate: 'א' })
    expect(second.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(await scansOf(sold.event)).toHaveLength(1)
  })

  it('that was refused stays refused when it is repeated, even after entry has opened', async () => {
    const sold = await soldEvent()
    const opens = new Date(world.clock.now().getTime() + 60_000).toISOString()
    const settings = { entry_starts_at: opens }
    await world.call(updateEvent, { ...as(owner), params: { uuid: sold.event.uuid }, body: { settings } })
    const scan_uuid = randomUUID()
    expect((await scan(world, scanner, sold.event, nth(sold, 0).code, { scan_uuid })).error?.code).toBe('S5')
    world.clock.advance(120)
    expect((await scan(world, scanner, sold.event, nth(sold, 0).code, { scan_uuid })).error?.code).toBe('S5')
    expect((await scan(world, scanner, sold.event, nth(sold, 0).code, { scan_uuid: randomUUID() })).status).toBe(200)
  })

  it('sent many times at once is saved once', async () => {
    const sold = await soldEvent()
    const scan_uuid = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => scan(world, scanner, sold.event, nth(sold, 0).code, { scan_uuid })),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 12 }, () => 200))
    expect(await scansOf(sold.event)).toHaveLength(1)
  })

  it('uuid that is reused for a second ticket admits nobody', async () => {
    const sold = await soldEvent()
    const scan_uuid = randomUUID()
    await scan(world, scanner, sold.event, nth(sold, 0).code, { scan_uuid })
    const other = await scan(world, scanner, sold.event, nth(sold, 1).code, { scan_uuid })
    expect(other.error?.code).toBe('idempotency_mismatch')
  })

  it('made offline keeps its own time, but never one in the future', async () => {
    const sold = await soldEvent()
    const before = new Date(world.clock.now().getTime() - 600_000).toISOString()
    const after = new Date(world.clock.now().getTime() + 600_000).toISOString()
    const late = await scan(world, scanner, sold.event, nth(sold, 0).code, { scanned_at: before })
    expect(late.body.data.ticket.redeemed_at).toBe(before)
    const ahead = await scan(world, scanner, sold.event, nth(sold, 1).code, { scanned_at: after })
    expect(ahead.body.data.ticket.redeemed_at).toBe(world.clock.now().toISOString())
  })

  it('of a phone that lost its date is made now', async () => {
    const sold = await soldEvent()
    const lost = await scan(world, scanner, sold.event, nth(sold, 0).code, { scanned_at: '1970-01-01T00:00:00Z' })
    expect(lost.body.data.ticket.redeemed_at).toBe(world.clock.now().toISOString())
  })

  it('is saved whether admitted or refused, with the scanned text only as a hash', async () => {
    const sold = await soldEvent()
    for (const text of [nth(sold, 0).code, nth(sold, 0).code, 'nonsense', '999999-1'])
      await scan(world, scanner, sold.event, text, { device_id: 'phone 7', gate: 'מזרח' })
    const rows = await scansOf(sold.event)
    expect(rows.map((row) => row.refusal ?? row.verdict)).toEqual(['admitted', 'S2', 'S6', 'S1'])
    expect(rows.every((row) => row.device_id === 'phone 7' && row.gate === 'מזרח' && row.user_id)).toBe(true)
    expect(JSON.stringify(rows)).not.toContain(nth(sold, 0).code)
    expect(JSON.stringify(rows)).not.toContain('nonsense')
  })
})

describe('permission to scan', () => {
  it('is given to members of the workspace, scanners and managers', async () => {
    const sold = await soldEvent()
    expect((await scan(world, scanner, sold.event, nth(sold, 0).code)).status).toBe(200)
    expect((await scan(world, as(owner), sold.event, nth(sold, 1).code)).status).toBe(200)
  })

  it('is not given to users of other workspaces', async () => {
    const sold = await soldEvent()
    const stranger = await producer(world)
    expect((await scan(world, as(stranger), sold.event, nth(sold, 0).code)).error?.code).toBe('not_found')
    const sneaky = { token: stranger.token, account: owner.account.uuid }
    expect((await scan(world, sneaky, sold.event, nth(sold, 0).code)).error?.code).toBe('wrong_workspace')
  })
})

describe('the counters of an event', () => {
  it('count the redeemed among the valid tickets', async () => {
    const sold = await soldEvent(4)
    await scan(world, scanner, sold.event, nth(sold, 0).code)
    const answer = await world.call(showEvent, {
      ...scanner,
      params: { uuid: sold.event.uuid },
      query: { append: ['scan_statistics'] },
    })
    expect(answer.body.data.scan_statistics).toEqual({ total_scanned: 1, total_unscanned: 3, total_tickets: 4 })
  })

  it('drop redeemed tickets that are cancelled afterwards', async () => {
    const sold = await soldEvent(4)
    for (const place of [0, 1]) await scan(world, scanner, sold.event, nth(sold, place).code)
    const uuids = [nth(sold, 0).uuid, nth(sold, 2).uuid]
    const body = { ticket_uuids: uuids, refund: false }
    expect((await world.call(cancelOrder, { ...as(owner), params: { uuid: sold.order }, body })).status).toBe(200)
    const answer = await scan(world, scanner, sold.event, nth(sold, 3).code)
    expect(answer.body.data.scan_statistics).toEqual({ total_scanned: 2, total_unscanned: 0, total_tickets: 2 })
  })
})
