import { embedCode } from '@kartis/contract/embed-code.ts'
import { listOrders } from '@kartis/contract/orders.ts'
import type { Page } from '@playwright/test'
import { newSale, type Sale } from '../fixtures/events.ts'
import { foreignSite, type ForeignSite } from '../fixtures/foreign-site.ts'
import { newPhone } from '../fixtures/people.ts'
import { place } from '../fixtures/server.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { CARD } from '../pages/sale.ts'

const TYPE = 'כניסה רגילה'
const sites: ForeignSite[] = []
test.afterEach(async () => {
  for (const site of sites.splice(0)) await site.close()
})

const codeOf = ({ event }: Sale): string =>
  embedCode({ site: place().url, event: event.slug, lang: 'he', text: `כרטיסים: ${event.name}` })

const visit = async (page: Page, body: string): Promise<void> => {
  const site = await foreignSite(body)
  sites.push(site)
  await page.goto(site.url)
}

const frameOf = (page: Page, at = 0) => page.frameLocator(`iframe[title="כרטיסים לאירוע"] >> nth=${at}`)

/** Buys a ticket inside the frame, to the receipt. */
const buyInside = async (page: Page): Promise<void> => {
  const inside = frameOf(page)
  await inside.getByRole('button', { name: `${t('sale:buy.more')}, ${TYPE}` }).click()
  await inside.getByRole('button', { name: t('sale:buy.go') }).click()
  await inside.getByLabel(t('checkout:details.name'), { exact: true }).fill('דנה כהן')
  await inside.getByLabel(t('checkout:details.phone'), { exact: true }).fill(newPhone())
  await inside.getByRole('button', { name: t('checkout:details.continue') }).click()
  const gateway = inside.frameLocator(`iframe[title="${t('checkout:payment.frame')}"]`)
  await gateway.locator('input[name="card_number"]').fill(CARD.good)
  await gateway.locator('input[name="expiry"]').fill('12/30')
  await gateway.locator('input[name="cvv"]').fill('123')
  await gateway.locator('input[name="holder_id"]').fill('000000018')
  await gateway.locator('button[type="submit"].pay').click()
  await expect(inside.getByRole('heading', { name: t('checkout:done.title') })).toBeVisible()
}

test('a buyer buys inside an embedded frame, without cookies and without leaving the page @phone-and-desktop', async ({
  page,
  context,
}) => {
  const sale = await newSale()
  await visit(page, codeOf(sale))
  await buyInside(page)
  expect(new URL(page.url()).hostname).toBe('127.0.0.1')
  expect((await context.cookies()).filter(({ name }) => name.startsWith('kartis_'))).toEqual([])
  const orders = await sale.producer.call(listOrders, { query: { filter: { event_uuid: sale.event.uuid } } })
  expect(orders.data.map(({ status }) => status)).toEqual(['paid'])
  const tickets = page.waitForEvent('popup')
  await frameOf(page)
    .getByRole('link', { name: t('checkout:done.open') })
    .click()
  await expect((await tickets).getByText(sale.event.name).first()).toBeVisible()
})

test('the embedded frame has the height of its page and a title, and replaces the fallback link', async ({ page }) => {
  const sale = await newSale()
  await visit(page, codeOf(sale))
  const inside = frameOf(page)
  await expect(inside.getByRole('heading', { name: sale.event.name })).toBeVisible()
  await expect(page.getByRole('link', { name: `כרטיסים: ${sale.event.name}` })).toBeHidden()
  const gap = () =>
    page.evaluate(() => {
      const frame = document.querySelector('iframe')
      return Math.round(frame?.getBoundingClientRect().height ?? 0)
    })
  const tall = () => inside.locator('html').evaluate((html) => Math.ceil(html.getBoundingClientRect().height))
  await expect.poll(async () => Math.abs((await gap()) - (await tall()))).toBeLessThanOrEqual(1)
  await expect(inside.locator('header')).toHaveCount(0)
  await expect(inside.locator('footer')).toHaveCount(0)
})

test('two embedded events on one page each have their own language', async ({ page }) => {
  const [first, second] = [await newSale(), await newSale({ event: { name: 'ערב שני' } })]
  const other = codeOf(second).replace('data-lang="he"', 'data-lang="en" data-title="Second evening"')
  await visit(page, `${codeOf(first)}<p>ובשבוע הבא:</p>${other}`)
  await expect(frameOf(page).getByRole('heading', { name: first.event.name })).toBeVisible()
  const english = page.frameLocator('iframe[title="Second evening"]')
  await expect(english.getByRole('heading', { name: 'ערב שני' })).toBeVisible()
  await expect(english.locator('html')).toHaveAttribute('dir', 'ltr')
  await expect(page.locator('iframe')).toHaveCount(2)
})

test('the documentation page of the embed code shows it working', async ({ page }) => {
  const sale = await newSale()
  await page.goto(`/order/embed-example?event=${sale.event.slug}`)
  await expect(page.getByText(`data-event="${sale.event.slug}"`)).toHaveCount(2)
  for (const at of [0, 1]) await expect(frameOf(page, at).getByRole('heading', { name: sale.event.name })).toBeVisible()
})

test('the compact box opens its types in place, leads to the order, and follows the reader as a button', async ({
  page,
}) => {
  const sale = await newSale()
  const code = embedCode({ site: place().url, event: sale.event.slug, lang: 'he', compact: true, text: 'כרטיסים' })
  await page.setViewportSize({ width: 360, height: 640 })
  await visit(page, `<div style="height:1500px"></div>${code}<div style="height:1500px"></div>`)
  const inside = frameOf(page)
  const frame = page.locator('iframe')
  const sticky = page.locator('body > button')
  const box = async () => (await frame.boundingBox()) ?? { height: 0, width: 0, y: 0 }

  await expect(sticky).toContainText(t('sale:buy.choose'))
  const closed = (await box()).height
  expect(closed).toBeLessThan(320)
  await sticky.focus()
  await page.keyboard.press('Enter')
  const more = inside.getByRole('button', { name: `${t('sale:buy.more')}, ${TYPE}` })
  await expect(frame).toBeFocused()
  await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true)
  await expect(sticky).toHaveCount(0)
  await expect.poll(async () => (await box()).height).toBeGreaterThan(closed)
  await expect.poll(() => inside.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)).toBe(0)

  await more.press('Enter')
  await page.evaluate(() => scrollTo({ top: 0 }))
  await expect(sticky).toContainText(t('sale:buy.go'))
  await sticky.click()
  await inside.getByRole('button', { name: t('sale:buy.go') }).click()
  await expect(inside.getByLabel(t('checkout:details.name'), { exact: true })).toBeVisible()
  await page.evaluate(() => scrollTo({ top: 0 }))
  await expect(sticky).toHaveCount(0)
  await inside.getByRole('link', { name: t('checkout:back') }).click()
  await expect(inside.getByRole('heading', { name: sale.event.name })).toBeVisible()
  await expect(inside.locator('html[data-embed="compact"]')).toBeAttached()
})

test('the compact box goes without its button where the page wants none', async ({ page }) => {
  const sale = await newSale()
  const code = embedCode({ site: place().url, event: sale.event.slug, lang: 'he', compact: true, text: 'כרטיסים' })
  const quiet = code.replace('data-size', 'data-sticky="off" data-size')
  await visit(page, `<div style="height:3000px"></div>${quiet}`)
  await expect(frameOf(page).getByRole('button', { name: t('sale:buy.choose') })).toBeAttached()
  await expect(page.locator('body > button')).toHaveCount(0)
})
