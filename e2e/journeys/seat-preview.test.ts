import { join } from 'node:path'
import { listOrders } from '@kartis/contract/orders.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'

test('a draft is seen as buyers see it, at the prices of its event or a sample, and nothing is reserved', async ({
  visit,
}) => {
  const { producer, event, map } = await newSeatedSale(180)
  const page = await visit(producer)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/create-event/seats/editor?map=${map}`)
  await page.getByRole('application').focus()
  await page.keyboard.press('KeyQ')
  const dialog = page.getByRole('dialog', { name: t('seat-maps:view.title') })
  await expect(dialog.getByRole('combobox')).toContainText(event.name)
  const buyer = dialog.frameLocator('iframe')
  await expect(buyer.getByRole('heading', { name: t('sale:seats.best') })).toBeVisible()
  await expect(buyer.getByText(/360/u).first()).toBeVisible()

  // The party, an offer and what is held are those of buyers.
  await buyer.getByRole('radio', { name: '3', exact: true }).check({ force: true })
  await expect(buyer.getByText(/540/u).first()).toBeVisible()
  await buyer
    .getByRole('button', { name: pattern('sale:seats.take') })
    .first()
    .click()
  await expect(buyer.getByText(t('sale:seats.yours')).first()).toBeVisible()
  await buyer
    .getByRole('button', { name: t('sale:buy.go') })
    .first()
    .click()
  await expect(page.getByText(t('seat-maps:view.pays'))).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  const { KEEP_PICTURES: folder } = process.env
  if (folder) await page.screenshot({ path: join(folder, 'seat-preview.png') })

  // A sample has prices of its own and taken seats; a phone is as narrow as one.
  await dialog.getByRole('combobox').selectOption({ label: t('seat-maps:view.sample_prices') })
  await expect(dialog.getByText(t('seat-maps:view.note_sample'))).toBeVisible()
  await expect(buyer.getByText(/480/u).first()).toBeVisible()
  await dialog.getByRole('radio', { name: t('seat-maps:view.phone') }).check()
  await expect.poll(async () => (await dialog.locator('iframe').boundingBox())?.width).toBeLessThan(400)
  if (folder) await page.screenshot({ path: join(folder, 'seat-preview-phone.png') })
  await dialog.getByRole('radio', { name: t('seat-maps:view.state_free') }).check()
  await expect(buyer.getByText(/480/u).first()).toBeVisible()
  const orders = await producer.call(listOrders, { query: { filter: { event_uuid: event.uuid } } })
  expect(orders.data).toEqual([])
})
