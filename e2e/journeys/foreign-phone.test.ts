import { translatorIn } from '../fixtures/messages.ts'
import { newSale } from '../fixtures/events.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { CARD, checkoutPage, salePage } from '../pages/sale.ts'
import { updateEvent } from '@kartis/contract/events.ts'

const TYPE = 'כניסה רגילה'
const ABROAD = '+44 7911 123456'
const english = translatorIn('en')
const plain = (key: string): string => english(key).replaceAll(/<\/?a>/gu, '')

const chooseOne = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: `${english('sale:buy.more')}, ${TYPE}` }).click()
  await page
    .getByRole('button', { name: english('sale:buy.go') })
    .locator('visible=true')
    .first()
    .click()
}

test('a buyer from abroad pays for a ticket with a number of another country', async ({ page }) => {
  const { event } = await newSale()
  const checkout = checkoutPage(page)
  await salePage(page).open(event.slug)
  await salePage(page).reserve(TYPE, 1)
  await checkout.describe({ name: 'Emma Jones', phone: ABROAD })
  await checkout.continue().click()
  await checkout.pay(CARD.good)
  await expect(checkout.heading('done.title')).toBeVisible()
})

test('a buyer whose country gets no SMS reads which ones do, and finds the organiser', async ({ page }) => {
  const { event } = await newSale()
  await page.goto(`/order/${event.slug}?lang=en`)
  await chooseOne(page)
  const field = page.getByLabel(english('checkout:details.phone'), { exact: true })
  await field.fill('+31 6 12345678')
  await field.blur()
  await expect(page.getByText(english('checkout:wrong.phone_country'))).toBeVisible()
  const way = page.getByText(plain('checkout:details.phone_elsewhere')).getByRole('link')
  await expect(way).toHaveAttribute('href', `/order/${event.slug}#organiser`)
})

test('where an Israeli number is needed, a buyer from abroad reads so before choosing and before typing', async ({
  page,
}) => {
  const { event } = await newSale({ event: { settings: { foreign_phones: false } } })
  await page.goto(`/order/${event.slug}?lang=en`)
  const note = page.getByText(plain('sale:buy.israeli_phone_all'))
  await expect(note).toBeVisible()
  await note.getByRole('link').click()
  await expect(page.locator('#organiser')).toBeInViewport()

  await chooseOne(page)
  await page.waitForURL(/\/order\/checkout\//u)
  const field = page.getByLabel(english('checkout:details.phone'), { exact: true })
  await expect(field).toHaveValue('')
  const way = page.getByText(plain('checkout:details.phone_israeli')).getByRole('link')
  await expect(way).toHaveAttribute('href', `/order/${event.slug}#organiser`)
  await expect(way).toHaveAttribute('target', '_blank')
  await field.fill(ABROAD)
  await field.blur()
  await expect(page.getByText(english('checkout:wrong.phone_not_allowed'))).toBeVisible()
})

test('the choice of seats says before it begins that an Israeli number is needed', async ({ page }) => {
  const { producer, event } = await newSeatedSale(120)
  await producer.call(updateEvent, { params: { uuid: event.uuid }, body: { settings: { foreign_phones: false } } })
  await page.goto(`/order/${event.slug}/seats?lang=en`)
  await expect(page.getByText(plain('sale:buy.israeli_phone_all'))).toBeVisible()
})
