import { showEvent } from '@kartis/contract/events.ts'
import summary from '@kartis/i18n/messages/he/summary.json'
import { expect, it } from 'vitest'
import { as, eventOnSale } from '../../../testing/events.ts'
import { freeOrder } from '../../../testing/orders.ts'
import { producer } from '../../../testing/people.ts'
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
