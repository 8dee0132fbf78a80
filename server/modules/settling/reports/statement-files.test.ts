import { Workbook } from '@cj-tech-master/excelts'
import { eventReportPdf, eventReportXlsx } from '@kartis/contract/reports.ts'
import { statementPdf, statementXlsx } from '@kartis/contract/statements.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { type Producer, producer } from '../../../testing/people.ts'
import { bookedSale, statementAt } from '../../../testing/settlements.ts'
import { openWorld, type World } from '../../../testing/world.ts'
import { bookAct } from '../ledger/index.ts'

let world: World
let owner: Producer
let uuid: string
let eventUuid: string

beforeAll(async () => {
  world = await openWorld()
  owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner)
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
  await bookedSale(world, owner, { eventId: event.uuid, typeId: type.uuid }, { total: 5000, method: 'cash' })
  eventUuid = event.uuid
  uuid = (await statementAt(world, owner, new Date(Date.parse(event.ends_at) + 86_400_000)))?.id ?? ''
})
afterAll(() => world.close())

describe('the files of a statement', () => {
  it('have its balances and lines as a workbook', async () => {
    const file = await world.call(statementXlsx, { ...as(owner), params: { uuid }, lang: 'en' })
    expect(file.status, file.text.slice(0, 300)).toBe(200)
    expect(file.headers['content-disposition']).toContain('Statement 1')
    const workbook = new Workbook()
    await workbook.xlsx.load(file.bytes)
    const rows: unknown[][] = []
    workbook.worksheets[0]?.eachRow((row) =>
      rows.push([row.getCell(2).value, row.getCell(3).value, row.getCell(4).value]),
    )
    expect(rows.slice(1)).toEqual([
      ['Opening balance', 0, null],
      ['Sales', 100, 50],
      ['Processing fee', -5, null],
      ['VAT on fees', -0.9, null],
      ['To be paid out', -94.1, null],
      ['Closing balance', 0, null],
    ])
    // Fees stand below 0 in the sheet by kind of card too, with a total.
    const cards: unknown[][] = []
    workbook.worksheets[1]?.eachRow((row) => cards.push([row.getCell(3).value, row.getCell(5).value]))
    expect(cards.slice(1)).toEqual([
      [100, -5],
      [100, -5],
    ])
  })

  it('say what a correction of the operator is for, each on its own statement', async () => {
    const seller = await producer(world)
    const { event, type } = await eventOnSale(world, seller)
    await bookedSale(world, seller, { eventId: event.uuid, typeId: type.uuid }, { total: 10_000 })
    const due = Date.parse(event.ends_at) + 86_400_000
    const account = { kind: 'correction', accountId: seller.account.uuid } as const
    const labels: unknown[] = []
    for (const [day, ref] of ['Case 41', 'Case 42'].entries()) {
      await bookAct(world.platform, { ...account, amount: 500 }, ref)
      const made = await statementAt(world, seller, new Date(due + day * 86_400_000))
      const params = { uuid: made?.id ?? '' }
      const workbook = new Workbook()
      await workbook.xlsx.load((await world.call(statementXlsx, { ...as(seller), params, lang: 'en' })).bytes)
      workbook.worksheets[0]?.eachRow((row) => {
        const label = row.getCell(2).text
        if (label.startsWith('Correction')) labels.push(label)
      })
    }
    expect(labels).toEqual(['Correction: Case 41', 'Correction: Case 42'])
  })

  it('are a PDF in each language, and are not found by others', async () => {
    for (const lang of ['he', 'en', 'ar']) {
      const file = await world.call(statementPdf, { ...as(owner), params: { uuid }, lang })
      expect([file.status, file.bytes.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
    }
    const stranger = await producer(world)
    for (const endpoint of [statementPdf, statementXlsx])
      expect((await world.call(endpoint, { ...as(stranger), params: { uuid } })).status).toBe(404)
  })
})

describe('the files of the payout report of an event', () => {
  it('have the lines of the screen, from the revenue to the net, as a workbook of numbers', async () => {
    const params = { uuid: eventUuid }
    const file = await world.call(eventReportXlsx, { ...as(owner), params, lang: 'en' })
    expect(file.status, file.text.slice(0, 300)).toBe(200)
    const workbook = new Workbook()
    await workbook.xlsx.load(file.bytes)
    expect(workbook.worksheets.map(({ name }) => name)).toEqual([
      'From sale to bank',
      'Fees by card type',
      'By means of payment',
      'By ticket type',
    ])
    const rows: unknown[][] = []
    workbook.worksheets[0]?.eachRow((row) => rows.push([row.getCell(1).value, row.getCell(2).value]))
    expect(rows.slice(1)).toEqual([
      ['Revenue', 150],
      ['Of which not by card', -50],
      ['Card revenue', 100],
      ['Processing fees', -5],
      ['Free ticket fee', 0],
      ['VAT on fees (18%)', -0.9],
      ['Net payout', 94.1],
    ])
    const cards: unknown[][] = []
    workbook.worksheets[1]?.eachRow((row) => cards.push([1, 2, 3, 4].map((column) => row.getCell(column).value)))
    expect(cards.slice(1)).toEqual([
      ['Regular', '5%', 100, 5],
      ['Diners and Amex', '5%', 0, 0],
      ['Foreign', '7.5%', 0, 0],
      ['Total', '5%', 100, 5],
    ])
  })

  it('are a PDF in each language, and are not found by others', async () => {
    const params = { uuid: eventUuid }
    for (const lang of ['he', 'en', 'ar']) {
      const file = await world.call(eventReportPdf, { ...as(owner), params, lang })
      expect([file.status, file.bytes.subarray(0, 4).toString()]).toEqual([200, '%PDF'])
    }
    const stranger = await producer(world)
    for (const endpoint of [eventReportPdf, eventReportXlsx])
      expect((await world.call(endpoint, { ...as(stranger), params })).status).toBe(404)
  })
})
