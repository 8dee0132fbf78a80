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
