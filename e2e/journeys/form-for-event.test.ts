import { expect, test, type Page } from '../fixtures/strict.ts'
import { newSale } from '../fixtures/events.ts'
import { t } from '../fixtures/messages.ts'

const button = (page: Page, key: string) => page.getByRole('button', { name: t(key), exact: true })
const labelled = (page: Page, key: string) => page.getByLabel(t(key), { exact: true })

test('a form made in the tab that the event opened is chosen in the event, and its tab leads back there', async ({
  visit,
}) => {
  const sale = await newSale({ published: false })
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/forms`)
  await expect(page.getByText(t('wizard:forms.empty'))).toBeVisible()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: t('wizard:forms.create') }).click()
  const form = await opened
  await labelled(form, 'forms:edit.name').fill('אלרגיות')
  await button(form, 'forms:edit.add').click()
  await form.getByRole('button', { name: t('forms:types.text') }).click()
  await labelled(form, 'forms:field.name').fill('למה אתם אלרגיים?')
  await button(form, 'forms:edit.create').click()
  await expect(form.getByText(t('forms:back_to_event'))).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /אלרגיות/ })).toBeChecked()
})
