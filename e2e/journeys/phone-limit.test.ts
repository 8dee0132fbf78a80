import { embedCode } from '@kartis/contract/embed-code.ts'
import { reserve } from '@kartis/contract/public-orders.ts'
import type { FrameLocator, Page } from '@playwright/test'
import { codeFor } from '../fixtures/call.ts'
import { newSale, type Sale } from '../fixtures/events.ts'
import { foreignSite } from '../fixtures/foreign-site.ts'
import { newPhone, signIn } from '../fixtures/people.ts'
import { place } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/strict.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { checkoutPage, orderOf, salePage } from '../pages/sale.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const TYPE = 'כניסה רגילה'

/** A free event with a limit of tickets per phone. */
const limited = (limit_per_phone: number | true): Promise<Sale> =>
  newSale({ event: { settings: { limit_per_phone } }, types: [{ price: 0, purchase_limit: 4 }] })

const NOT_PROVED = /422 \(/

const codeStep = (page: Page | FrameLocator) => ({
  heading: () => page.getByRole('heading', { name: t('checkout:code.title') }),
  code: () => page.getByLabel(t('my:code.label')),
  other: () => page.getByRole('button', { name: t('my:code.other') }),
})

/** The code has been sent when the step is shown. */
const enterCode = async (page: Page | FrameLocator, phone: string): Promise<void> => {
  await expect(codeStep(page).heading()).toBeVisible()
  await codeStep(page)
    .code()
    .fill(await codeFor(phone))
}

const describe = async (page: Page | FrameLocator, name: string, phone: string, next = 'to_code'): Promise<void> => {
  await page.getByLabel(t('checkout:details.name'), { exact: true }).fill(name)
  await page.getByLabel(t('checkout:details.phone'), { exact: true }).fill(phone)
  await page
    .getByRole('button', { name: t(`checkout:details.${next}`) })
    .locator('visible=true')
    .first()
    .click()
}

const wrongCodeFor = async (phone: string): Promise<string> =>
  (await codeFor(phone)) === '000000' ? '111111' : '000000'

test('a buyer verifies the phone with a code when the event limits tickets per phone', async ({ page, pageErrors }) => {
  pageErrors.allow(NOT_PROVED) // the details without a code, and the wrong code
  const { event } = await limited(2)
  const [first, phone] = [newPhone(), newPhone()]
  await salePage(page).open(event.slug)
  await expect(page.getByText(t('sale:buy.limit_phone', { count: 2 }))).toBeVisible()
  await salePage(page).reserve(TYPE, 2)
  await describe(page, 'דנה כהן', first)
  const step = codeStep(page)
  await expect(step.heading()).toBeVisible()
  await expect(checkoutPage(page).timer()).toHaveText(/^(10:00|0\d:\d\d)$/u)
  await expect(step.code()).toBeFocused()
  await expect(step.code()).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(page.getByText(pattern('my:code.resend_in', { left: '' }))).toBeVisible()
  // Another phone: the input is kept.
  await step.other().click()
  await expect(page.getByLabel(t('checkout:details.phone'), { exact: true })).toBeFocused()
  await expect(page.getByLabel(t('checkout:details.name'), { exact: true })).toHaveValue('דנה כהן')
  await describe(page, 'דנה כהן', phone)
  await expect(step.heading()).toBeVisible()
  // The browser may unload the page while the buyer reads the SMS.
  await page.reload()
  await expect(step.heading()).toBeVisible()
  await step.code().fill(await wrongCodeFor(phone))
  await expect(page.getByText(t('errors:code_wrong'))).toBeVisible()
  await expect(step.code()).toHaveValue('')
  await step.code().fill(await codeFor(phone))
  await expect(checkoutPage(page).heading('done.title')).toBeVisible()
})

test('a phone at its limit sees how many tickets it may still buy and chooses fewer; a signed-in buyer needs no code', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(NOT_PROVED)
  const { event, types } = await limited(3)
  const buyer = await signIn(newPhone())
  const items = [{ events_ticket_uuid: types[0]?.uuid ?? '', quantity: 2 }]
  await buyer.call(reserve, { body: { event_uuid: event.uuid, items } })
  await salePage(page).open(event.slug)
  const order = await salePage(page).reserve(TYPE, 2)
  await describe(page, 'דנה כהן', buyer.phone)
  await enterCode(page, buyer.phone)
  await expect(page.getByRole('heading', { name: t('checkout:limit.title') })).toBeVisible()
  await expect(page.getByText(pattern('checkout:limit.has', { count: 2 }))).toBeVisible()
  await expect(page.getByText(t('sale:limit.phone', { count: 3 }))).toBeVisible()
  await expect(page.getByText(t('checkout:limit.left', { count: 1 }))).toBeVisible()
  await page.getByRole('button', { name: t('checkout:limit.fewer') }).click()
  await page.waitForURL(/\/order\/(?!checkout)/u)
  // Signed in to the customer area: no second code.
  await page.evaluate((token) => localStorage.setItem('access_token', btoa(token)), buyer.token)
  const fewer = await salePage(page).reserve(TYPE, 1)
  expect(fewer).not.toBe(order)
  await describe(page, 'דנה כהן', buyer.phone, 'confirm_free')
  await expect(checkoutPage(page).heading('done.title')).toBeVisible()
  expect(orderOf(page)).toBe(fewer)
})

test('a phone is verified inside an embedded frame too', async ({ page, pageErrors }) => {
  pageErrors.allow(NOT_PROVED)
  const { event } = await limited(true)
  const site = await foreignSite(
    embedCode({ site: place().url, event: event.slug, lang: 'he', text: `כרטיסים: ${event.name}` }),
  )
  try {
    await page.goto(site.url)
    const inside = page.frameLocator('iframe[title="כרטיסים לאירוע"]')
    await inside.getByRole('button', { name: `${t('sale:buy.more')}, ${TYPE}` }).click()
    await inside.getByRole('button', { name: t('sale:buy.go') }).click()
    const phone = newPhone()
    await describe(inside, 'דנה כהן', phone)
    await enterCode(inside, phone)
    await expect(inside.getByRole('heading', { name: t('checkout:done.title') })).toBeVisible()
  } finally {
    await site.close()
  }
})
