import { createForm } from '@kartis/contract/forms.ts'
import { createSale } from '@kartis/testing/sales.ts'
import { translatorIn, t } from '../fixtures/messages.ts'
import { newProducer } from '../fixtures/people.ts'
import { layersGone } from '../fixtures/layers.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { salePage } from '../pages/sale.ts'

const HEBREW = /\p{Script=Hebrew}/u
const english = translatorIn('en')

/** Opens the texts in other languages, writes the English ones and closes them. */
const translate = async (page: Page, texts: Readonly<Record<string, string>>): Promise<void> => {
  const row = page.getByRole('button', { name: t('components:other_languages.title') })
  await row.click()
  const sheet = page.getByRole('dialog', { name: t('components:other_languages.title') })
  await expect(sheet.getByRole('radio', { name: t('components:other_languages.en') })).toBeChecked()
  for (const [original, text] of Object.entries(texts))
    await sheet.getByRole('textbox', { description: original, exact: true }).fill(text)
  await sheet.getByRole('button', { name: t('components:other_languages.done') }).click()
  await expect(sheet).toBeHidden()
  await expect(row).toContainText(t('components:other_languages.en'))
}

/** By key: on a phone the button lies under the one that closed the sheet, where a second press within half a second is ignored. */
const save = async (page: Page, key: string): Promise<void> => {
  await page.getByRole('button', { name: t(key), exact: true }).press('Enter')
}

/** The address changes before the next screen replaces the one before. */
const onScreen = (page: Page, key: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: t(key) })).toBeVisible()

test('a producer writes English texts, and an English buyer reads no Hebrew', async ({ visit, browser }) => {
  const producer = await newProducer()
  const { data: form } = await producer.call(createForm, {
    body: { name: 'פרטים', fields: [{ type: 'select', name: 'תזונה', options: ['טבעוני', 'דגים'] }] },
  })
  const { event } = await createSale(producer, {
    event: { artists: ['נועה שחר'], forms: [form.uuid], address_street: 'רציף הים' },
    types: [{ price: 0, texts: { en: { name: 'Standing' } } }],
  })
  const page = await visit(producer)

  await test.step('artist, place, name and accessibility in the steps of the event', async () => {
    await page.goto(`/events/${event.uuid}/setup`)
    await translate(page, { 'נועה שחר': 'Noa Shahar' })
    await save(page, 'wizard:actions.save_next')
    await onScreen(page, 'wizard:steps.location.title')
    await translate(page, { 'האנגר 11': 'Hangar 11', 'רציף הים': 'Sea Quay' })
    await save(page, 'wizard:actions.save_next')
    await onScreen(page, 'wizard:steps.time.title')
    await page.goto(`/events/${event.uuid}/description`)
    await page.getByLabel(t('wizard:description.accessibility')).fill('כניסה ללא מדרגות')
    await translate(page, { 'ערב של שירים': 'An Evening of Songs', 'כניסה ללא מדרגות': 'Step-free entrance' })
    await save(page, 'wizard:actions.save')
    await expect(page).toHaveURL(`/events/${event.uuid}`)
  })

  await test.step('the company and the questions of the form', async () => {
    await page.goto('/company')
    const company = await page.getByLabel(t('signup:company.name'), { exact: true }).inputValue()
    const legal = await page.getByLabel(t('signup:company.vat_name'), { exact: true }).inputValue()
    await translate(page, { [company]: 'Open Stage', [legal]: 'Open Stage Ltd' })
    await save(page, 'profile:save')
    await expect(page.getByText(t('profile:saved'))).toBeVisible()
    await layersGone(page)
    await page.goto(`/forms/${form.uuid}`)
    await translate(page, { פרטים: 'Details', תזונה: 'Diet', טבעוני: 'Vegan', דגים: 'Fish' })
    await save(page, 'forms:edit.save')
    await expect(page).toHaveURL('/forms')
  })

  await test.step('an English buyer reads the sale page and the checkout in English', async () => {
    const context = await browser.newContext({ locale: 'en-GB' })
    const buyer = await context.newPage()
    await salePage(buyer).open(`${event.slug}?lang=en`)
    const main = buyer.getByRole('main')
    for (const text of [
      'An Evening of Songs',
      'Noa Shahar',
      'Hangar 11',
      'Sea Quay 97',
      'Step-free entrance',
      'Open Stage',
    ])
      await expect(main).toContainText(text)
    expect(await main.innerText()).not.toMatch(HEBREW)
    await buyer.getByRole('button', { name: `${english('sale:buy.more')}, Standing` }).click()
    await buyer.getByRole('button', { name: english('sale:buy.go') }).click()
    await buyer.waitForURL(/\/order\/checkout\//u)
    await expect(buyer.getByText('Diet')).toBeVisible()
    await buyer.getByText('Vegan', { exact: true }).click()
    expect(await buyer.getByRole('main').innerText()).not.toMatch(HEBREW)
    await context.close()
  })
})
