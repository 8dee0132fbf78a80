import { codeFor } from '../fixtures/call.ts'
import { newSale } from '../fixtures/events.ts'
import { newPhone } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { checkoutPage, salePage } from '../pages/sale.ts'

const TYPE = 'כניסה רגילה'

test('an event that verifies phones first holds tickets after a code, and keeps the choice meanwhile', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/422 \(/u) // the first reservation, without a verified phone
  const { event } = await newSale({ event: { settings: { verify_before_hold: true } }, types: [{ price: 0 }] })
  const phone = newPhone()
  const sale = salePage(page)
  await sale.open(event.slug)
  await expect(async () => {
    if ((await sale.quantity(TYPE).textContent()) !== '1') await sale.more(TYPE).click({ timeout: 2000 })
    await expect(sale.quantity(TYPE)).toHaveText('1', { timeout: 500 })
  }).toPass()
  await sale.go().click()
  await expect(page.getByRole('heading', { name: t('sale:buy.verify_title') })).toBeVisible()
  await expect(page.getByLabel(t('my:sign_in.phone'), { exact: true })).toBeFocused()

  await page.getByRole('button', { name: t('sale:buy.verify_back') }).click()
  await expect(sale.quantity(TYPE)).toHaveText('1')
  await sale.go().click()
  await page.getByLabel(t('my:sign_in.phone'), { exact: true }).fill(phone)
  await page.getByRole('button', { name: t('my:sign_in.send') }).click()
  await expect(page.getByLabel(t('my:code.label'))).toBeFocused()
  await page.getByLabel(t('my:code.label')).fill(await codeFor(phone))
  await page.waitForURL(/\/order\/checkout\//u)
  await expect(checkoutPage(page).timer()).toBeVisible()
})
