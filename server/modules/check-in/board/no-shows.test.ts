import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { timeText } from '@kartis/i18n/format.ts'
import { cancelOrder } from '@kartis/contract/orders.ts'
import { exportNoShows, listNoShows } from '@kartis/contract/no-shows.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leadOf, nth, scan, scannerOf, soldEventOf } from '../../../testing/check-in.ts'
import { as } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { sheetOf } from '../../../testing/xlsx.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
})
afterAll(() => world.close())

const list = (event: { uuid: string }, who = as(owner), query = {}) =>
  world.call(listNoShows, { ...who, params: { uuid: event.uuid }, query })
const sheet = (event: { uuid: string }, who = as(owner)) =>
  world.call(exportNoShows, { ...who, params: { uuid: event.uuid }, query: {} })

describe('those who have not come', () => {
  it('are the holders of valid tickets that have not entered, with their phone, also as a spreadsheet', async () => {
    const sold = await soldEventOf(world, owner, 3)
    await scan(world, as(owner), sold.event, nth(sold, 1).code)
    const { body } = await list(sold.event)
    expect(body.meta.total).toBe(2)
    expect(body.data.map(({ number }) => number)).toEqual([nth(sold, 0).number, nth(sold, 2).number])
    const [first] = body.data
    expect(first?.phone).toMatch(/^\+972/)
    expect(first).toMatchObject({ order_uuid: sold.order, order_number: sold.number })
    const answer = await sheet(sold.event)
    const xml = sheetOf(answer.bytes)
    expect(xml).toContain(nth(sold, 0).number)
    expect(xml).not.toContain(nth(sold, 1).number)
    expect(xml).toContain(first?.holder ?? '')
    // Others may still come: the file says of when it is.
    const time = timeText(world.clock.now(), 'he', ISRAEL_ZONE).replace(':', '.')
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(`לא נכנסו, נכון ל־${time}`)
  })

  it('are nobody where the tickets were cancelled', async () => {
    const sold = await soldEventOf(world, owner, 2)
    await world.call(cancelOrder, { ...as(owner), params: { uuid: sold.order }, body: { refund: false } })
    expect((await list(sold.event)).body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  it('are shown page by page without a gap', async () => {
    const sold = await soldEventOf(world, owner, 5)
    const pages = await Promise.all([1, 2, 3].map((page) => list(sold.event, as(owner), { page, per_page: 2 })))
    const numbers = pages.flatMap(({ body }) => body.data.map(({ number }) => number))
    expect(numbers).toEqual(sold.tickets.map(({ number }) => number))
  })

  it('are shown to those who see orders, exported by those who export them, and unknown to strangers', async () => {
    const sold = await soldEventOf(world, owner, 1)
    const account = owner.account.uuid
    const scanner = { token: (await scannerOf(world, owner)).token, account }
    const lead = { token: (await leadOf(world, owner)).token, account }
    expect((await list(sold.event, scanner)).status).toBe(403)
    expect((await list(sold.event, lead)).status).toBe(200)
    expect((await sheet(sold.event, lead)).status).toBe(403)
    expect((await sheet(sold.event, as(await producer(world)))).status).toBe(404)
  })
})
