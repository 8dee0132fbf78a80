import { createCoupon } from '@kartis/contract/coupons.ts'
import type { Event } from '@kartis/contract/events.ts'
import type { Locator, Page } from '@playwright/test'
import { newSale } from '../fixtures/events.ts'
import { newPhone } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { CARD, checkoutPage, salePage } from '../pages/sale.ts'

const TYPE = 'כניסה רגילה'

const coupon = (page: Page) => ({
  apply: async (code: string): Promise<void> => {
    await page.locator('summary', { hasText: t('sale:coupon.have') }).click()
    await page.getByLabel(t('sale:coupon.code')).fill(code)
    await page.getByRole('button', { name: t('sale:coupon.apply'), exact: true }).click()
  },
  remove: () => page.getByRole('button', { name: t('sale:coupon.remove') }),
})

const bar = (page: Page) => page.getByRole('region', { name: t('sale:buy.chosen') })

const choose = (page: Page) => bar(page).getByRole('button', { name: t('sale:buy.choose') })

/** Like a finger: `click` of Playwright first scrolls a sticky bar to its place at the end of the page. */
const tap = async (target: Locator): Promise<void> => {
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to tap')
  await target.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

test('on a phone the first screen has the price and a button that leads to the ticket types', async ({ page }) => {
  const { event } = await newSale()
  await salePage(page).open(event.slug)
  await expect(bar(page)).toContainText('120.00')
  await expect(bar(page)).toBeInViewport()
  await tap(choose(page))
  await expect(salePage(page).more(TYPE)).toBeInViewport()
  await expect(salePage(page).more(TYPE)).toBeFocused()
  // Where the types are in view the bar does not cover them, and comes back with the first ticket or with the poster.
  await expect(bar(page)).toBeHidden()
  await page.evaluate(() => scrollTo({ top: 0 }))
  await expect(bar(page)).toBeVisible()
  await salePage(page).more(TYPE).click()
  await expect(bar(page)).toContainText('120.00')
})

test('the button that leads to the ticket types works by keyboard although focus scrolls to the types', async ({
  page,
}) => {
  const { event } = await newSale()
  await salePage(page).open(event.slug)
  await choose(page).focus()
  await expect(salePage(page).more(TYPE)).toBeInViewport()
  await expect(choose(page)).toBeFocused()
  await choose(page).press('Enter')
  await expect(salePage(page).more(TYPE)).toBeFocused()
  await expect(bar(page)).toBeHidden()
})

test('a coupon shows the new price on the sale page and at the checkout, where it can be removed', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status of 422 .*\/quote/u)
  const { event, producer } = await newSale()
  await producer.call(createCoupon, { body: { event_uuid: event.uuid, code: 'TEN', value: 10 } })
  await salePage(page).open(event.slug)
  await salePage(page).more(TYPE).click()
  await coupon(page).apply('NOPE')
  await expect(page.getByText(t('errors:coupon_unknown'))).toBeVisible()
  await page.getByLabel(t('sale:coupon.code')).fill('ten')
  await page.getByLabel(t('sale:coupon.code')).press('Enter')
  await expect(bar(page)).toContainText('108.00')
  await salePage(page).go().click()
  await page.waitForURL(/\/order\/checkout\//u)
  await expect(page.getByText('108.00').first()).toBeVisible()
  await coupon(page).remove().click()
  await expect(page.getByText('120.00').first()).toBeVisible()
  await coupon(page).apply('TEN')
  await expect(coupon(page).remove()).toBeVisible()
  await checkoutPage(page).describe({ name: 'דנה כהן', phone: newPhone() })
  await checkoutPage(page).continue().click()
  await checkoutPage(page).pay(CARD.good)
  await expect(checkoutPage(page).heading('done.title')).toBeVisible()
  await expect(page.getByText('108.00')).toBeVisible()
})

test('the way back from the checkout keeps the counters, and the same cart keeps its hold', async ({ page }) => {
  const { event } = await newSale()
  await salePage(page).open(event.slug)
  const order = await salePage(page).reserve(TYPE, 2)
  await page.getByRole('link', { name: t('checkout:back') }).click()
  await expect(salePage(page).quantity(TYPE)).toHaveText('2')
  await salePage(page).go().click()
  await page.waitForURL(new RegExp(order, 'u'))
  await page.goBack()
  await expect(salePage(page).quantity(TYPE)).toHaveText('2')
})

/** Buys a ticket of a new event with a card whose payment is confirmed late, as far as the page that waits for it. */
const waitForLatePayment = async (page: Page): Promise<Event> => {
  const { event } = await newSale()
  await salePage(page).open(event.slug)
  await salePage(page).reserve(TYPE, 1)
  await checkoutPage(page).describe({ name: 'דנה כהן', phone: newPhone() })
  await checkoutPage(page).continue().click()
  await checkoutPage(page).pay(CARD.late)
  await expect(checkoutPage(page).heading('waiting.title')).toBeVisible()
  // The page steps back over the entries of the payment, which would cancel a reload that began just before.
  await page.waitForFunction(() => history.state === null || !('kartis_details' in history.state))
  return event
}

test('a reload while a late payment is confirmed stays with the confirmation', async ({ page }) => {
  await waitForLatePayment(page)
  for (const _ of [1, 2]) {
    await page.reload()
    await expect(checkoutPage(page).heading('waiting.title')).toBeVisible()
    await expect(checkoutPage(page).timer()).toHaveCount(0)
  }
})

test('the page of an event says while a payment for it is awaited, and leads back to that order', async ({ page }) => {
  const event = await waitForLatePayment(page)
  const order = new URL(page.url()).pathname
  await salePage(page).open(event.slug)
  await expect(page.getByText(t('sale:buy.held_paying')).first()).toBeVisible()
  // The same cart is that order, not a second one.
  await salePage(page).go().click()
  await page.waitForURL((url) => url.pathname === order)
  await expect(checkoutPage(page).heading('waiting.title')).toBeVisible()
})

test('a free order has no step of payment', async ({ page }) => {
  const { event } = await newSale({ types: [{ price: 0 }] })
  await salePage(page).open(event.slug)
  await salePage(page).reserve(TYPE, 1)
  const steps = page.getByRole('list', { name: t('checkout:steps.label') })
  await expect(steps).toContainText(t('checkout:steps.details'))
  await expect(steps).not.toContainText(t('checkout:steps.payment'))
})

test('text of twice the size fits on every page of the sale site at 390 px', async ({ page, pageErrors }) => {
  pageErrors.allow(/status of 404 .*\/order\/none/u)
  const { event } = await newSale()
  await salePage(page).open(event.slug)
  await salePage(page).reserve(TYPE, 1)
  const checkout = page.url()
  for (const lang of ['he', 'en', 'ar'])
    for (const path of ['/order', `/order/${event.slug}`, checkout, '/order/my', '/order/legal/terms', '/order/none']) {
      await page.goto(`${path}?lang=${lang}`)
      const width = await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
        const links = Array.from(document.querySelectorAll('header a'), (link) => link.getBoundingClientRect())
        const overlaps = links.some((a, place) =>
          links.some(
            (b, other) =>
              other > place &&
              a.left < b.right - 1 &&
              b.left < a.right - 1 &&
              a.top < b.bottom - 1 &&
              b.top < a.bottom - 1,
          ),
        )
        return overlaps ? Infinity : document.documentElement.scrollWidth
      })
      expect(width, `${path} in ${lang}`).toBeLessThanOrEqual(391)
    }
})
