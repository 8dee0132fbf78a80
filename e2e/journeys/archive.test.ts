import { listOrders } from '@kartis/contract/orders.ts'
import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { letEventEnd } from '../fixtures/database.ts'
import { newSale } from '../fixtures/events.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

test('an archived event is listed in the archive on the home screen and opens read-only', async ({ visit }) => {
  const { producer, event } = await newSale()
  await letEventEnd(event.uuid, 5 * 60)
  const page = await visit(producer)
  await page.goto('/')
  await expect(page.getByRole('radio', { name: t('home:tabs.past') })).toBeVisible()
  await expect(page.getByRole('radio', { name: t('home:tabs.archived') })).toHaveCount(0)

  await page.goto(`/events/${event.uuid}`)
  await page.getByRole('button', { name: t('event:manage.archive') }).click()
  await page
    .locator('dialog[open]')
    .getByRole('button', { name: t('event:archive.action') })
    .click()
  await expect(page).toHaveURL('/?tab=archived')
  await expect(page.getByRole('radio', { name: t('home:tabs.archived') })).toBeChecked()

  await page.getByRole('link', { name: event.name }).click()
  await expect(page).toHaveURL(`/archived-event/${event.uuid}`)
  await expect(page.getByText(t('archived:archived'))).toBeVisible()
  await expect(page.getByText(t('states:event.inactive'))).toBeVisible()
})

test('an event with valid tickets is not archived before it ends: the page says why and offers what is possible', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'דנה כהן')
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}`)
  await page.getByRole('button', { name: t('event:manage.archive') }).click()
  const dialog = page.getByRole('dialog', { name: t('event:archive.later') })
  await expect(dialog).toContainText(t('event:archive.tickets', { count: 1 }))
  await dialog.getByRole('button', { name: t('event:unpublish.action') }).click()
  await page
    .getByRole('dialog', { name: t('event:unpublish.title') })
    .getByRole('button', { name: t('event:unpublish.action') })
    .click()
  await expect(page.getByText(t('event:unpublish.done'))).toBeVisible()

  await page.getByRole('button', { name: t('event:manage.archive') }).click()
  await expect(dialog.getByRole('button', { name: t('event:unpublish.action') })).toHaveCount(0)
  await dialog.getByRole('button', { name: t('event:archive.orders') }).click()
  await expect(page).toHaveURL(`/events/${sale.event.uuid}/sold-tickets`)
})

test('a recent order on the event page opens the order at its address', async ({ visit }) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'דנה כהן')
  const orders = await sale.producer.call(listOrders, { query: { filter: { event_uuid: sale.event.uuid } } })
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}`)
  await page.getByRole('link', { name: /דנה כהן/u }).click()
  await expect(page).toHaveURL(`/events/${sale.event.uuid}/sold-tickets?order=${orders.data[0]?.uuid}`)
  await expect(page.getByRole('dialog')).toContainText('דנה כהן')
  await page.goBack()
  await expect(page).toHaveURL(`/events/${sale.event.uuid}`)
})
