import { showEvent } from '@kartis/contract/events.ts'
import summary from '@kartis/i18n/messages/he/summary.json'
import { expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { useTestGateway } from '../../../testing/gateway.ts'
import { producer } from '../../../testing/people.ts'
import { boughtByCard } from '../../../testing/sales.ts'
import { openWorld } from '../../../testing/world.ts'
import { eventSheets, printedEvent } from './event-files.ts'

it('the files of an event that was cancelled after it had begun say why its free tickets have a fee', async () => {
  const world = await openWorld()
  const owner = await producer(world)
  const { event, type } = await eventOnSale(world, owner, { type: { price: 0 } })
  await freeOrder(world, event.uuid, { [type.uuid]: 2 })
  const options = { params: { uuid: event.uuid }, query: { append: ['report' as const] } }
  const { report, name, starts_at: startsAt } = (await world.call(showEvent, { ...as(owner), ...options })).body.data
  if (!report) throw new Error('the report was requested')
  const startedAt = new Date(startsAt)
  const linesWhen = (cancelledAt: Date | null): string[] => {
    const about = { name, starts_at: startedAt, timezone: 'Asia/Jerusalem', cancelled_at: cancelledAt }
    const file = { account: 'הפקות', event: about, report, lang: 'he' as const }
    return [JSON.stringify(printedEvent(file).ledger), JSON.stringify(eventSheets(file)[0]?.rows)]
  }
  for (const text of linesWhen(startedAt)) expect(text).toContain(summary.ledger.tickets_stay)
  for (const text of [...linesWhen(new Date(startedAt.getTime() - 1)), ...linesWhen(null)])
    expect(text).not.toContain(summary.ledger.tickets_stay)
  await world.close()
})

it('the files of an event have the total of its means of payment, as the page has', async () => {
  const world = await openWorld()
  const gateway = await useTestGateway(world)
  const owner = await producer(world)
  const sale = await eventOnSale(world, owner, { type: { price: 100 } })
  for (let n = 0; n < 2; n++) await boughtByCard(world, gateway, sale)
  const options = { params: { uuid: sale.event.uuid }, query: { append: ['report' as const] } }
  const { report, name, starts_at: startsAt } = (await world.call(showEvent, { ...as(owner), ...options })).body.data
  if (!report) throw new Error('the report was requested')
  const event = { name, starts_at: new Date(startsAt), timezone: 'Asia/Jerusalem', cancelled_at: null }
  const file = { account: 'הפקות', event, report, lang: 'he' as const }
  const [, , means] = eventSheets(file)
  expect(means?.rows).toEqual([
    [summary.means.card, 2, 200],
    [summary.means.total, 2, 200],
  ])
  const printed = printedEvent(file).tables.find(({ title }) => title === summary.means.title)
  expect(printed?.rows.map(([first]) => first)).toEqual([summary.means.card, summary.means.total])
  await world.close()
})
