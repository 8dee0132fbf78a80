import { letEventEnd } from '../fixtures/database.ts'
import { newSale } from '../fixtures/events.ts'
import { expect, test } from '../fixtures/strict.ts'
import { say } from '../fixtures/messages.ts'

test('an event that is put away is found in the archive at home, and opens to be read', async ({ visit }) => {
  const { producer, event } = await newSale()
  await letEventEnd(event.uuid, 5 * 60)
  const page = await visit(producer)
  await page.goto('/')
  await expect(page.getByRole('radio', { name: say('home:tabs.past') })).toBeVisible()
  await expect(page.getByRole('radio', { name: say('home:tabs.archived') })).toHaveCount(0)

  await page.goto(`/events/${event.uuid}`)
  await page.getByRole('button', { name: say('event:manage.archive') }).click()
  await page
    .locator('dialog[open]')
    .getByRole('button', { name: say('event:archive.action') })
    .click()
  await expect(page).toHaveURL('/?tab=archived')
  await expect(page.getByRole('radio', { name: say('home:tabs.archived') })).toBeChecked()

  await page.getByRole('link', { name: event.name }).click()
  await expect(page).toHaveURL(`/archived-event/${event.uuid}`)
  await expect(page.getByText(say('archived:archived'))).toBeVisible()
  await expect(page.getByText(say('states:event.inactive'))).toBeVisible()
})
