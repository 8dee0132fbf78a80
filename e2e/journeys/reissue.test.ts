import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { t } from '../fixtures/messages.ts'
import { expect, test } from '../fixtures/strict.ts'
import { listOrders } from '@kartis/contract/orders.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

test('a producer issues new codes of an order, and its history says so', async ({ visit }) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'נועה ברקן')
  const { data } = await callAs(sale.producer)(listOrders, { query: { filter: { event_uuid: sale.event.uuid } } })
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/sold-tickets?order=${data[0]?.uuid ?? ''}`)
  const order = page.getByRole('dialog', { name: data[0]?.number ?? '' })
  await order.getByRole('button', { name: t('orders:order.reissue') }).click()
  await page.getByRole('button', { name: t('orders:reissue.action'), exact: true }).click()
  await expect(page.getByText(t('orders:reissue.done'))).toBeVisible()
  await expect(order.getByText(t('orders:history.reissued'))).toBeVisible()
})
