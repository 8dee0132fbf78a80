import { exportOrders } from '@kartis/contract/orders.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type TestGateway, useTestGateway } from '../../../testing/gateway.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { sheetOf } from '../../../testing/xlsx.ts'
import { openWorld, type World } from '../../../testing/world.ts'

let world: World
let owner: Producer
let gateway: TestGateway

beforeAll(async () => {
  world = await openWorld()
  gateway = await useTestGateway(world)
  owner = await producer(world)
})
afterAll(() => world.close())

const sale = (price = 149) => eventOnSale(world, owner, { type: { price, sum_total_available: 50 } })

const bought = (event: { uuid: string }, type: { uuid: string }, quantity = 2, phone = '+972529988776') =>
  boughtByCard(world, gateway, { event, type }, { quantity, phone })

const exported = (event: { uuid: string }, query: Record<string, unknown> = {}, lang = 'he') =>
  world.call(exportOrders, {
    ...as(owner),
    lang,
    query: { ...query, filter: { event_uuid: event.uuid, ...(query.filter as object | undefined) } },
  })

const cellsOf = (xml: string, row: number): Record<string, string> =>
  Object.fromEntries(
    [
      ...(new RegExp(`<row r="${row}"[^>]*>(.*?)</row>`, 's').exec(xml)?.[1] ?? '').matchAll(
        /<c r="([A-Z]+)\d+"[^>]*>(?:<is><t[^>]*>(.*?)<\/t><\/is>|<v>(.*?)<\/v>)<\/c>/gs,
      ),
    ].map(([, column, text, value]) => [column ?? '', text ?? Number(value ?? '') + '']),
  )

describe('the export', () => {
  it('is a right-to-left sheet with Hebrew headers, numbers as numbers, and dates in Israel’s time', async () => {
    const { event, type } = await sale(149.9)
    const order = await bought(event, type, 2, '+972529988776')
    const answer = await exported(event)
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(`הזמנות - ${event.name} - `)
    const xml = sheetOf(answer.bytes)
    expect(xml).toContain('rightToLeft="1"')
    expect(xml).toContain('state="frozen"')
    expect(Object.values(cellsOf(xml, 1)).slice(0, 3)).toEqual(['מספר הזמנה', 'אירוע', 'סטטוס'])
    const row = cellsOf(xml, 2)
    expect(row).toMatchObject({
      A: order.number,
      B: event.name,
      C: 'שולמה',
      G: 'דנה כהן',
      H: '052-998-8776',
      J: '2',
      K: `2 × ${type.name}`,
      N: '299.8',
      O: '0',
      P: 'אשראי 1008',
      Q: '1',
      R: 'רגיל',
    })
    const localTime = new Date((Number(row.E) - 25569) * 86_400_000)
    const shown = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Asia/Jerusalem',
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(world.clock.now())
    // A day number is rounded to parts of a second, so the two may lie on either side of a full minute.
    expect(Math.abs(localTime.getTime() - new Date(`${shown.replace(' ', 'T')}Z`).getTime())).toBeLessThanOrEqual(1500)
    expect(xml).toMatch(/<c r="N2" s="3"><v>299\.8<\/v><\/c>/)
  })

  it('is left to right in English and applies the filters of the list', async () => {
    const { event, type } = await sale()
    await bought(event, type, 1, '+972529988776')
    await bought(event, type, 1, '+972541112233')
    const answer = await exported(event, { filter: { or: { phone: '054111' } } }, 'en')
    const xml = sheetOf(answer.bytes)
    expect(xml).not.toContain('rightToLeft')
    expect(cellsOf(xml, 1).A).toBe('Order number')
    expect(cellsOf(xml, 2).H).toBe('054-111-2233')
    expect(cellsOf(xml, 3)).toEqual({})
  })

  it('of all events has the order of the list, each order with its own event', async () => {
    const [first, second] = [await sale(), await sale()]
    const made: { event: string; number: string }[] = []
    for (const { event, type } of [first, second, first]) {
      made.unshift({ event: event.name, number: (await bought(event, type, 1)).number })
      world.clock.advance(1)
    }
    const answer = await world.call(exportOrders, { ...as(owner), query: { sort: '-created_at' } })
    const xml = sheetOf(answer.bytes)
    const rows = [2, 3, 4].map((row) => cellsOf(xml, row))
    expect(rows.map(({ A, B }) => ({ number: A, event: B }))).toEqual(made)
  })

  it('never turns a text into a formula', async () => {
    const { event, type } = await sale()
    const order = await bought(event, type, 1)
    await world.db
      .updateTable('orders')
      .set({ buyer_name: '=HYPERLINK("http://x","<שלום>") & \u0007' })
      .where('id', '=', order.uuid)
      .execute()
    const xml = sheetOf((await exported(event)).bytes)
    expect(xml).not.toContain('<f>')
    expect(xml).toContain(
      '<c r="G2" t="inlineStr" s="6"><is><t xml:space="preserve">=HYPERLINK(&quot;http://x&quot;,&quot;&lt;שלום&gt;&quot;) &amp; </t></is></c>',
    )
  })

  it('of another account’s event is empty and does not contain its name', async () => {
    const { event, type } = await sale()
    await bought(event, type)
    const stranger = await producer(world)
    const answer = await world.call(exportOrders, { ...as(stranger), query: { filter: { event_uuid: event.uuid } } })
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).not.toContain(event.name)
    expect(cellsOf(sheetOf(answer.bytes), 2)).toEqual({})
  })
})
