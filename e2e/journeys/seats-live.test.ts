import { reserve } from '@kartis/contract/public-orders.ts'
import { orderFree } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'

const drawing = (page: Page) =>
  page
    .getByRole('application')
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())

test('the hall of a producer and its figures change while buyers hold and buy, without a reload', async ({ visit }) => {
  const sale = await newSeatedSale(0)
  const page = await visit(sale.producer)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/events/${sale.event.uuid}/hall`)
  const figure = (name: 'sold' | 'held' | 'free') =>
    page
      .locator('dl > div')
      .filter({ hasText: t(`seating:now.counts.${name}`) })
      .locator('dd')
      .first()
  await expect(figure('sold')).toHaveText('0')
  const free = Number(await figure('free').textContent())
  const [empty, navigations] = [await drawing(page), await page.evaluate(() => performance.timeOrigin)]

  const items = [{ events_ticket_uuid: sale.types[0]?.uuid ?? '', quantity: 3, best: {} }]
  await callAs()(reserve, { body: { event_uuid: sale.event.uuid, items } })
  await expect(figure('held')).toHaveText('3')
  const held = await drawing(page)
  expect(held).not.toBe(empty)

  await orderFree(sale, { name: 'נועה ברק', quantity: 2, best: {} })
  await expect(figure('sold')).toHaveText('2')
  await expect(figure('free')).toHaveText(String(free - 5))
  expect(await drawing(page)).not.toBe(held)
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(navigations)
})
