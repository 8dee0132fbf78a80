import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createForm } from '@kartis/contract/forms.ts'
import { pay, releaseOrder, updateOrder } from '@kartis/contract/public-orders.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { holding, reserved, withDetails } from '../../../testing/orders.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { expireOrders } from './expire-orders.ts'
import { sweepOrderFiles } from './sweep-order-files.ts'

let world: World
let owner: Producer

beforeAll(async () => {
  world = await openWorld({ env: { RATE_LIMITS: 'on' } })
})
// The tests let days pass: a session of an earlier one is over.
beforeEach(async () => {
  world.clock.advance(3700)
  owner = await producer(world)
})
afterAll(() => world.close())

const PDF = '%PDF-1.7 a small file'

/** An order of a free event with one question for a file. */
const orderWithFile = async (price = 0) => {
  const fields = [{ type: 'file' as const, name: 'תעודת סטודנט', required: true }]
  const form = (await world.call(createForm, { ...as(owner), body: { name: 'תעודה', ask_per: 'order', fields } })).body
    .data
  const { event, type } = await eventOnSale(world, owner, { event: { forms: [form.uuid] }, type: { price } })
  const order = await withDetails(world, await reserved(world, event.uuid, { [type.uuid]: 1 }))
  return { order, field: form.fields[0]?.uuid ?? '' }
}
type Order = Awaited<ReturnType<typeof orderWithFile>>

const upload = async ({ order, field }: Order, name = 'answer.pdf', text = PDF) => {
  const form = new FormData()
  form.append('field_uuid', field)
  form.append('file', new Blob([text]), name)
  return world.http('POST', `/api/v1/public/orders/${order.uuid}/attachments`, form, { orderToken: order.token })
}

const uploaded = async (order: Order, name?: string) => {
  const answer = await upload(order, name)
  expect(answer.status).toBe(201)
  return (answer.body as { data: { uuid: string; name: string; url: string } }).data
}

const storedFiles = ({ order }: Order): string[] => {
  const folder = join(world.dataDir, 'files/orders', order.uuid)
  return existsSync(folder) ? readdirSync(folder) : []
}

const rowsOf = async ({ order }: Order): Promise<number> =>
  (await world.db.selectFrom('attachments').select('id').where('owner_id', '=', order.uuid).execute()).length

describe('files of orders that came to nothing', () => {
  it('are deleted after the order was given back, and those of open and paid orders stay', async () => {
    const [given, open, paid] = [await orderWithFile(), await orderWithFile(), await orderWithFile()]
    for (const order of [given, open]) await uploaded(order)
    const { uuid } = await uploaded(paid)
    await world.call(updateOrder, {
      ...holding(paid.order),
      body: { answers: [{ field_uuid: paid.field, value: uuid }] },
    })
    expect((await world.call(pay, holding(paid.order))).body.data.status).toBe('paid')
    await world.call(releaseOrder, holding(given.order))
    await sweepOrderFiles(world.platform)
    await sweepOrderFiles(world.platform)
    expect([given, open, paid].map((order) => storedFiles(order).length)).toEqual([0, 1, 1])
    expect([await rowsOf(given), await rowsOf(open), await rowsOf(paid)]).toEqual([0, 1, 1])
  })

  it('are deleted when the hold expires; a day later where a payment was begun, which may arrive late', async () => {
    const [left, begun] = [await orderWithFile(), await orderWithFile(100)]
    await uploaded(left)
    const { uuid } = await uploaded(begun)
    await world.call(updateOrder, {
      ...holding(begun.order),
      body: { answers: [{ field_uuid: begun.field, value: uuid }] },
    })
    expect((await world.call(pay, holding(begun.order))).status).toBe(200)
    world.clock.advance(3600)
    await expireOrders(world.platform, world.payments)
    await sweepOrderFiles(world.platform)
    expect([storedFiles(left).length, storedFiles(begun).length]).toEqual([0, 1])
    world.clock.advance(25 * 3600)
    await sweepOrderFiles(world.platform)
    expect([storedFiles(begun).length, await rowsOf(begun)]).toEqual([0, 0])
  })
})

describe('an uploaded file', () => {
  it('has the extension of what it is, whatever the uploader called it', async () => {
    const order = await orderWithFile()
    for (const [sent, shown] of [
      ['run.hta', 'run.pdf'],
      ['invoice.pdf.exe', 'invoice.pdf'],
      ['../../תעודה.PDF', 'תעודה.pdf'],
      ['.htaccess', 'file.pdf'],
    ] as const) {
      const file = await uploaded(order, sent)
      expect(file.name).toBe(shown)
      const { headers } = await world.http('GET', file.url)
      expect(headers['content-type']).toBe('application/pdf')
      expect(headers['content-disposition']).toContain(encodeURIComponent(shown))
    }
    expect(storedFiles(order).every((name) => name.endsWith('.pdf'))).toBe(true)
  })

  it('is refused where forty come at once for one question, but for as many as a buyer may need', async () => {
    const order = await orderWithFile()
    const answers = await Promise.all(Array.from({ length: 40 }, () => upload(order)))
    const statuses = answers.map(({ status }) => status).filter((status) => status !== 429)
    expect(statuses).toEqual(Array.from({ length: 7 }, () => 201))
    expect(storedFiles(order)).toHaveLength(1)
  })

  it('is refused above the quota of its network, before its body is stored', async () => {
    const statuses = []
    for (let number = 0; number < 15; number++) {
      const order = await orderWithFile()
      for (let file = 0; file < 7; file++) statuses.push((await upload(order)).status)
    }
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(100)
    expect(statuses.at(-1)).toBe(429)
  })

  it('is not stored when the scanner finds malware in it, or cannot be reached', async () => {
    const order = await orderWithFile()
    const { malware } = world.platform
    const scanner = { result: 'infected' as 'infected' | 'unavailable' }
    Object.assign(world.platform, { malware: { scan: async () => scanner.result } })
    const fresh = await orderWithFile()
    expect((await upload(fresh)).error?.code).toBe('file_infected')
    scanner.result = 'unavailable'
    expect((await upload(fresh)).error?.code).toBe('overloaded')
    Object.assign(world.platform, { malware })
    expect([...storedFiles(fresh), ...storedFiles(order)]).toEqual([])
    expect((await upload(fresh)).status).toBe(201)
  })
})
