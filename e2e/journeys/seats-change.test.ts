import { listEventSeats } from '@kartis/contract/event-seating.ts'
import { showBuyerOrder } from '@kartis/contract/public-orders.ts'
import { saveMapDraft } from '@kartis/contract/venue-map-drafts.ts'
import { showVenueMap } from '@kartis/contract/venue-maps.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { orderFree } from '../fixtures/buy.ts'
import { callAs, messagesTo } from '../fixtures/call.ts'
import { t } from '../fixtures/messages.ts'
import { newPhone } from '../fixtures/people.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'

test('a new edition of the map is published and taken by an event that sells: each place is named, holders get one message', async ({
  visit,
}) => {
  const sale = await newSeatedSale(0)
  const { producer, event, map } = sale
  const phone = newPhone()
  const order = await orderFree(sale, { name: 'רונית שגב', phone, quantity: 2, best: {} })
  const { data: sold } = await producer.call(listEventSeats, {
    params: { uuid: event.uuid },
    query: { filter: { standing: 'sold' } },
  })
  const [seat] = sold
  expect(sold).toHaveLength(2)
  // The row in which they sit gets another name, and the last row of the hall goes.
  const { draft } = (await producer.call(showVenueMap, { params: { uuid: map } })).data
  const rows = draft.document.rows
    .filter(({ rank, section }) => section !== 'none' && rank < Math.max(...draft.document.rows.map((row) => row.rank)))
    .map((row) => (row.label === seat?.row ? { ...row, label: 'ת׳' } : row))
  await producer.call(saveMapDraft, {
    params: { uuid: map },
    body: { version: draft.version, document: { ...draft.document, rows } },
  })

  const page = await visit(producer)
  await page.goto(`/create-event/seats/editor?map=${map}`)
  await page.getByRole('button', { name: t('seat-maps:bar.publish', { edition: 2 }) }).click()
  await page.getByRole('button', { name: t('seat-maps:publish.action'), exact: true }).click()
  await expect(page.getByText(t('seat-maps:publish.done', { edition: 2 }))).toBeVisible()

  // The event still sells the first edition, and says that there is another one.
  await page.goto(`/events/${event.uuid}/seating`)
  await page.getByRole('link', { name: t('seating:hall.see_newer') }).click()
  await expect(page.getByText(t('seating:change.now', { edition: 1 }))).toBeVisible()
  const renamed = page
    .getByRole('listitem')
    .filter({ hasText: `שורה ${seat?.row}` })
    .filter({ hasText: 'ת׳' })
  await expect(renamed.filter({ hasText: t('seating:change.state.sold') })).toHaveCount(1)
  await expect(page.getByText(t('seating:change.one.removed')).first()).toBeVisible()
  expect((await messagesTo(phone)).filter(({ text }) => text.includes('ת׳'))).toEqual([])

  await page.getByRole('button', { name: t('seating:change.act', { edition: 2 }) }).click()
  await expect(page.getByText(t('seating:change.ask.told', { count: 2 }))).toBeVisible()
  await page.getByRole('button', { name: t('seating:change.ask.action'), exact: true }).click()
  await expect(page.getByText(t('seating:change.done', { edition: 2 }))).toBeVisible()

  // The tickets follow the change as a domain event of their order.
  const rowsOfTickets = async () => {
    const { tickets } = (await callAs({ order: order.token })(showBuyerOrder, { params: { uuid: order.uuid } })).data
    return tickets.map((ticket) => ticket.seat?.row)
  }
  await expect.poll(rowsOfTickets).toEqual(['ת׳', 'ת׳'])
  const links = async () =>
    (await messagesTo(phone)).filter(({ text }) => text.includes(`/order/tickets/${order.uuid}`))
  // The message with the tickets, and the message that the seats read differently.
  await expect.poll(async () => (await links()).length).toBe(2)
  await page.reload()
  await expect(page.getByText(t('seating:hall.title')).first()).toBeVisible()
  expect(await links()).toHaveLength(2)
})

test('the holders of many orders are moved together: a dry run says where each would sit, and each buyer gets one message @phone-and-desktop', async ({
  visit,
}) => {
  const sale = await newSeatedSale(0)
  for (const [name, quantity] of [
    ['רונית שגב', 2],
    ['אבי לוי', 1],
  ] as const)
    await orderFree(sale, { name, quantity, best: {} })
  const seatsOf = async (standing: 'sold' | 'house') =>
    (
      await sale.producer.call(listEventSeats, { params: { uuid: sale.event.uuid }, query: { filter: { standing } } })
    ).data.map(({ seat_uuid: uuid }) => uuid)
  const sold = () => seatsOf('sold')
  const before = await sold()
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/hall?move=${before.join()}`)
  await page.getByRole('button', { name: t('seating:move.all.open') }).click()
  const list = page.getByRole('listitem').filter({ hasText: /רונית שגב|אבי לוי/u })
  await expect(list).toHaveCount(2)
  expect(await sold()).toEqual(before)
  expect(await violationsOn(page)).toEqual([])
  const freed = page.getByRole('group', { name: t('seating:move.freed.label', { count: 3 }) })
  await expect(freed.getByRole('radio', { name: t('seating:move.freed.house') })).toBeChecked()
  await page.getByRole('button', { name: t('seating:move.all.act', { count: 2 }) }).click()
  await expect(page.getByText(t('seating:move.all.done', { count: 2 }))).toBeVisible()
  const after = await sold()
  expect(after).toHaveLength(3)
  expect(after.filter((uuid) => before.includes(uuid))).toEqual([])
  expect((await seatsOf('house')).toSorted()).toEqual(before.toSorted())
})
