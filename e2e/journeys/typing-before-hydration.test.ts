import { newSale } from '../fixtures/events.ts'
import { newPhone } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { checkoutPage, salePage } from '../pages/sale.ts'

test('text typed before hydration survives hydration and is submitted', async ({ page }) => {
  const sale = await newSale()
  const checkout = checkoutPage(page)
  await salePage(page).open(sale.event.slug)
  await salePage(page).reserve('כניסה רגילה', 1)
  // A slow network: the page is rendered, its script is still loading.
  const scriptsMayLoad = Promise.withResolvers<undefined>()
  await page.route(/\/assets\/.*\.js$/u, async (route) => {
    await scriptsMayLoad.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  const name = page.getByLabel(t('checkout:details.name'), { exact: true })
  await name.fill('דנה כהן')
  scriptsMayLoad.resolve(undefined)
  await page.getByLabel(t('checkout:details.phone'), { exact: true }).fill(newPhone())
  await page.waitForLoadState('load')
  await expect(name).toHaveValue('דנה כהן')
  await checkout.continue().click()
  await expect(checkout.heading('payment.title')).toBeVisible()
})

test('buttons that are pressed before the page’s script has loaded act once it has', async ({ page }) => {
  const sale = await newSale()
  const checkout = checkoutPage(page)
  const scriptsMayLoad = Promise.withResolvers<undefined>()
  await page.route(/\/assets\/.*\.js$/u, async (route) => {
    await scriptsMayLoad.promise
    await route.continue()
  })
  const recorder = page.waitForResponse(/early-presses-1\.js$/u)
  await page.goto(`/order/${sale.event.slug}`, { waitUntil: 'commit' })
  await (await recorder).finished()
  const more = page.getByRole('button', { name: `${t('sale:buy.more')}, כניסה רגילה` })
  await more.click()
  await more.click()
  scriptsMayLoad.resolve(undefined)
  await page.getByRole('button', { name: t('sale:buy.go') }).click()
  await expect(checkout.continue()).toBeVisible()
  await expect(page.getByText(/240/u).first()).toBeVisible()
})
