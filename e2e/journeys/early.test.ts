import { newSale } from '../fixtures/events.ts'
import { newPhone } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { checkoutPage, salePage } from '../pages/sale.ts'

test('input typed before hydration is kept and submitted', async ({ page }) => {
  const sale = await newSale()
  const checkout = checkoutPage(page)
  await salePage(page).open(sale.event.slug)
  await salePage(page).take('כניסה רגילה', 1)
  // A slow network: the page is rendered, its script is still loading.
  const arrives = Promise.withResolvers<undefined>()
  await page.route(/\/assets\/.*\.js$/u, async (route) => {
    await arrives.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const name = page.getByLabel(t('checkout:details.name'), { exact: true })
  await name.fill('דנה כהן')
  arrives.resolve(undefined)
  await page.getByLabel(t('checkout:details.phone'), { exact: true }).fill(newPhone())
  await page.waitForLoadState('load')
  await expect(name).toHaveValue('דנה כהן')
  await checkout.continue().click()
  await expect(checkout.heading('payment.title')).toBeVisible()
})
