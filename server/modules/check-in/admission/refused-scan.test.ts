import { randomUUID } from 'node:crypto'
import { updateEvent } from '@kartis/contract/events.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
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

const soldEvent = (count?: number) => soldEventOf(world, owner, count)

describe('a refused scan', () => {
  it('of an unknown ticket answers S1', async () => {
    const sold = await soldEvent()
    const answer = await scan(world, as(owner), sold.event, randomUUID())
    expect([answer.status, answer.error?.code]).toEqual([404, 'S1'])
  })

  it('of a cancelled ticket answers S3', async () => {
    const sold = await soldEvent()
    await world.db
      .updateTable('tickets')
      .set({ status: 'cancelled', cancelled_at: world.clock.now() })
      .where('id', '=', nth(sold, 0).uuid)
      .execute()
    const answer = await scan(world, scanner, sold.event, nth(sold, 0).code)
    expect([answer.status, answer.error?.code]).toEqual([409, 'S3'])
  })

  it('of a ticket of another event answers S4 with that event where the account is the same, and nothing else', async () => {
    const [sold, other] = [await soldEvent(1), await soldEvent(1)]
    const { name, starts_at } = other.event
    for (const { code, uuid, number } of other.tickets)
      for (const text of [code, uuid, number]) {
        const { status, error } = await scan(world, as(owner), sold.event, text)
        const event = { name, starts_at, timezone: 'Asia/Jerusalem' }
        expect([status, error?.code, error?.detail]).toEqual([409, 'S4', { event }])
      }
    expect((await scan(world, scanner, other.event, nth(other, 0).code)).status).toBe(200)
    const { event, type } = await eventOnSale(world, await producer(world), { type: { price: 0 } })
    const { tickets } = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
    expect((await scan(world, scanner, sold.event, tickets[0]?.code ?? '')).error?.detail).toEqual({})
  })

  it('by the uuid of a ticket of another account answers as for no ticket', async () => {
    const sold = await soldEvent()
    const { event, type } = await eventOnSale(world, await producer(world), { type: { price: 0 } })
    const foreign = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
    const answers = []
    for (const text of [foreign.tickets[0]?.uuid ?? '', world.platform.newId()])
      answers.push(await scan(world, as(owner), sold.event, text))
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(answers[0]?.error).toEqual(answers[1]?.error)
  })

  it('by a number that no ticket has answers S1, and by one of another event S4, within the account alone', async () => {
    const [sold, other] = [await soldEvent(1), await soldEvent(1)]
    const codeOf = async (text: string) => (await scan(world, scanner, sold.event, text)).error?.code
    expect(await codeOf(`${sold.number}-2`)).toBe('S1')
    expect(await codeOf('999999-1')).toBe('S1')
    // No ticket can have these: they are numbers all the same, and not some other text.
    for (const text of ['000000-0', '999999-0']) expect(await codeOf(text), text).toBe('S1')
    expect(await codeOf(sold.number)).toBe('S6')
    expect(await codeOf(nth(other, 0).number)).toBe('S4')
    const stranger = await producer(world)
    const { event, type } = await eventOnSale(world, stranger, { type: { price: 0 } })
    const foreign = await freeOrder(world, event.uuid, { [type.uuid]: 1 })
    expect(await codeOf(foreign.tickets[0]?.number ?? '')).toBe('S1')
  })

  it('outside the entry hours answers S5, by the time of the scan', async () => {
    const sold = await soldEvent()
    const opens = new Date(world.clock.now().getTime() + 60_000)
    await world.call(updateEvent, {
      ...as(owner),
      params: { uuid: sold.event.uuid },
      body: { settings: { entry_starts_at: opens.toISOString() } },
    })
    const early = await scan(world, scanner, sold.event, nth(sold, 0).code)
    expect(early.error).toMatchObject({ code: 'S5', detail: { opens_at: opens.toISOString(), closes_at: null } })
    world.clock.advance(120)
    const old = await scan(world, scanner, sold.event, nth(sold, 0).code, {
      scanned_at: new Date(opens.getTime() - 1000).toISOString(),
    })
    expect(old.error?.code).toBe('S5')
    expect((await scan(world, scanner, sold.event, nth(sold, 0).code)).status).toBe(200)
  })

  it.each(['hello', 'K1abc', 'https://example.com/t/1', '12345', '{}', "' or 1=1 --", '101081'])(
    'of a text that is no ticket code answers S6: %s',
    async (text) => {
      const sold = await soldEvent(1)
      const answer = await scan(world, scanner, sold.event, text)
      expect([answer.status, answer.error?.code]).toEqual([422, 'S6'])
    },
  )

  it('with a forged signature answers S6, even for a real ticket', async () => {
    const sold = await soldEvent()
    const { code } = nth(sold, 0)
    const forged = `${code.slice(0, -8)}${code.slice(-8, -4) === 'AAAA' ? 'BBBB' : 'AAAA'}${code.slice(-4)}`
    expect((await scan(world, scanner, sold.event, forged)).error?.code).toBe('S6')
    expect((await scan(world, scanner, sold.event, code)).status).toBe(200)
  })

  it('of an empty text is a validation error', async () => {
    const sold = await soldEvent(1)
    const answer = await scan(world, scanner, sold.event, '  ')
    expect([answer.status, answer.error?.detail]).toEqual([422, { ticket_uuid: ['required'] }])
  })
})
