import { listOrders } from '@kartis/contract/orders.ts'
import { reserve, updateOrder, pay } from '@kartis/contract/public-orders.ts'
import { showTicketType } from '@kartis/contract/tickets.ts'
import { orderFree } from '../fixtures/buy.ts'
import { callAs, codeFor } from '../fixtures/call.ts'
import { sendDueWebhook, letHoldExpire } from '../fixtures/database.ts'
import { DAY, fromNow, newSale, type Sale } from '../fixtures/events.ts'
import { newPhone, signIn } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { CARD, checkoutPage, orderOf, salePage } from '../pages/sale.ts'

const TYPE = 'כניסה רגילה'
const buyer = () => ({ name: 'דנה כהן', phone: newPhone() })

const stockOf = async ({ producer, types }: Sale) => {
  const { sold, held, left } = (await producer.call(showTicketType, { params: { uuid: types[0]?.uuid ?? '' } })).data
  return { sold, held, left }
}

const ordersOf = async ({ producer, event }: Sale) =>
  (await producer.call(listOrders, { query: { filter: { event_uuid: event.uuid } } })).data

/** Buys through the API, as another buyer. */
const buyElsewhere = async ({ event, types }: Sale, quantity: number): Promise<void> => {
  const items = [{ events_ticket_uuid: types[0]?.uuid ?? '', quantity }]
  const held = (await callAs()(reserve, { body: { event_uuid: event.uuid, items } })).data
  const call = callAs({ order: held.token })
  await call(updateOrder, { params: { uuid: held.uuid }, body: { ...buyer() } })
  await call(pay, { params: { uuid: held.uuid } })
}

test('a declined card keeps the cart, and a second card pays', async ({ page }) => {
  const sale = await newSale()
  const checkout = checkoutPage(page)
  await salePage(page).open(sale.event.slug)
  await salePage(page).reserve(TYPE, 2)
  await expect(checkout.timer()).toHaveText(/^(10:00|0\d:\d\d)$/u)
  await checkout.describe(buyer())
  await checkout.continue().click()
  await checkout.pay(CARD.declined)
  await expect(checkout.heading('failed.title')).toBeVisible()
  expect(await stockOf(sale)).toEqual({ sold: 0, held: 2, left: 48 })
  await checkout.again().click()
  await checkout.pay(CARD.good)
  await expect(checkout.heading('done.title')).toBeVisible()
  expect(await stockOf(sale)).toEqual({ sold: 2, held: 0, left: 48 })
})

test('two quick presses on the pay button charge once and issue the tickets once', async ({ page }) => {
  const sale = await newSale()
  const checkout = checkoutPage(page)
  await salePage(page).open(sale.event.slug)
  await salePage(page).reserve(TYPE, 1)
  await checkout.describe(buyer())
  await checkout.continue().dblclick()
  await checkout.fillCard(CARD.thrice)
  await checkout.payButton().dblclick()
  await expect(checkout.heading('done.title')).toBeVisible()
  expect(await stockOf(sale)).toEqual({ sold: 1, held: 0, left: 49 })
  expect(await ordersOf(sale)).toMatchObject([{ status: 'paid', total_amount: 120, tickets_count: 1 }])
})

test('two tabs of one buyer share one order, and both see it paid', async ({ page, context }) => {
  const sale = await newSale()
  await salePage(page).open(sale.event.slug)
  const order = await salePage(page).reserve(TYPE, 2)
  const second = await context.newPage()
  await salePage(second).open(sale.event.slug)
  await salePage(second).go().click()
  await second.waitForURL(/\/order\/checkout\//u)
  expect(orderOf(second)).toBe(order)
  expect(await stockOf(sale)).toEqual({ sold: 0, held: 2, left: 48 })
  await checkoutPage(second).describe(buyer())
  await checkoutPage(second).continue().click()
  await checkoutPage(second).pay(CARD.good)
  await expect(checkoutPage(second).heading('done.title')).toBeVisible()
  await second.close()
  await page.reload()
  await expect(checkoutPage(page).heading('done.title')).toBeVisible()
})

test('the back button and a reload keep the cart and the buyer’s details', async ({ page }) => {
  const sale = await newSale()
  const checkout = checkoutPage(page)
  const { name, phone } = buyer()
  await salePage(page).open(sale.event.slug)
  const order = await salePage(page).reserve(TYPE, 3)
  await page.goBack()
  await expect(page.getByText(t('sale:buy.held_drop'))).toBeVisible()
  // the main button leads back to the order; a second one beside it would do the same
  await expect(page.getByRole('link', { name: t('sale:buy.held_go') })).toBeHidden()
  await salePage(page).go().click()
  await page.waitForURL(/\/order\/checkout\//u)
  expect(orderOf(page)).toBe(order)
  await checkout.describe({ name, phone })
  await checkout.continue().click()
  await expect(checkout.payButton()).toBeVisible()
  await page.reload()
  await expect(checkout.payButton()).toBeVisible()
  await page.getByRole('button', { name: t('checkout:details.edit') }).click()
  await expect(page.getByLabel(t('checkout:details.name'), { exact: true })).toHaveValue(name)
  expect(await stockOf(sale)).toEqual({ sold: 0, held: 3, left: 47 })
})

test('Back on the payment step leads to the details, Forward to it again, and Back after a payment to the event at the first press', async ({
  page,
}) => {
  const sale = await newSale()
  const checkout = checkoutPage(page)
  await salePage(page).open(sale.event.slug)
  await salePage(page).reserve(TYPE, 1)
  await checkout.describe(buyer())
  await checkout.continue().click()
  await expect(checkout.payButton()).toBeVisible()
  await expect(checkout.heading('payment.title')).toBeFocused()
  await page.goBack()
  await expect(checkout.continue()).toBeVisible()
  await page.goForward()
  await checkout.pay(CARD.declined)
  await expect(checkout.heading('failed.title')).toBeFocused()
  await checkout.again().click()
  await checkout.pay(CARD.good)
  await expect(checkout.heading('done.title')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`/order/${sale.event.slug}$`, 'u'))
})

test('the page of an expired hold says so and leads back to the tickets', async ({ page }) => {
  const sale = await newSale()
  await page.clock.install()
  await salePage(page).open(sale.event.slug)
  const order = await salePage(page).reserve(TYPE, 2)
  await expect(checkoutPage(page).timer()).toBeVisible()
  await letHoldExpire(order)
  await page.clock.fastForward('10:05')
  await expect(checkoutPage(page).heading('expired.title')).toBeVisible()
  await page.getByRole('link', { name: t('checkout:expired.again') }).click()
  await expect(salePage(page).more(TYPE)).toBeEnabled()
  await expect.poll(() => stockOf(sale)).toEqual({ sold: 0, held: 0, left: 50 })
})

test('a buyer whose tickets were taken meanwhile is told so and then sees that they are sold out', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status of 409/u) // the browser writes every refused request into its console
  const sale = await newSale({ types: [{ price: 0, sum_total_available: 3 }] })
  await page.clock.install()
  await salePage(page).open(sale.event.slug)
  await salePage(page).more(TYPE).click()
  await buyElsewhere(sale, 3)
  await salePage(page).go().click()
  const soldOut = page.getByRole('heading', { name: t('sale:closed.sold_out_title') })
  await expect(page.getByText(t('sale:buy.gone_now')).or(soldOut).first()).toBeVisible()
  // The first availability reply may be stale; the page polls again.
  await page.clock.fastForward(2000)
  await expect(soldOut).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/order/${sale.event.slug}`, 'u'))
  expect(await stockOf(sale)).toEqual({ sold: 3, held: 0, left: 0 })
})

test('the page says when the sale begins', async ({ page }) => {
  const sale = await newSale({ types: [{ sale_starts_at: fromNow(2 * DAY) }] })
  await salePage(page).open(sale.event.slug)
  await expect(page.getByRole('heading', { name: t('sale:closed.not_started_title') })).toBeVisible()
  await expect(page.getByText(pattern('sale:closed.not_started_text'))).toBeVisible()
  await expect(salePage(page).more(TYPE)).toHaveCount(0)
})

test('the page of an ended sale says so and leads to other events', async ({ page }) => {
  const sale = await newSale({ types: [{ sale_starts_at: fromNow(-2 * DAY), sale_ends_at: fromNow(-DAY) }] })
  await salePage(page).open(sale.event.slug)
  await expect(page.getByRole('heading', { name: t('sale:closed.ended_title') })).toBeVisible()
  await page.getByRole('link', { name: t('sale:closed.see_others') }).click()
  await expect(page).toHaveURL('/order')
})

test('a late webhook issues the tickets to a buyer who is waiting', async ({ page }) => {
  const sale = await newSale()
  const checkout = checkoutPage(page)
  await salePage(page).open(sale.event.slug)
  await salePage(page).reserve(TYPE, 1)
  await checkout.describe(buyer())
  await checkout.continue().click()
  await checkout.pay(CARD.late)
  await expect(checkout.heading('waiting.title')).toBeVisible()
  await sendDueWebhook(orderOf(page))
  await expect(checkout.heading('done.title')).toBeVisible()
})

test('a buyer downloads a copy of their data and has it erased', async ({ page, pageErrors }) => {
  pageErrors.allow(/409 \(/) // tickets still to be used
  const phone = newPhone()
  const { token } = await signIn(phone)
  await orderFree(await newSale({ types: [{ price: 0 }] }), { name: 'דנה כהן', phone })
  await page.goto('/order/my')
  await page.evaluate((value) => localStorage.setItem('access_token', btoa(value)), token)
  await page.reload()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: t('my:own.export') }).click()
  expect((await file).suggestedFilename()).toMatch(/\.json$/u)
  await expect(page.getByText(t('my:own.exported'))).toBeVisible()
  await page.getByRole('button', { name: t('my:own.erase') }).click()
  await page.getByRole('button', { name: t('my:own.next') }).click()
  await expect(page.getByLabel(t('my:code.label'))).toBeFocused() // by now the code is sent
  await page.getByLabel(t('my:code.label')).fill(await codeFor(phone))
  const confirm = page.getByRole('button', { name: t('my:own.confirm') })
  await confirm.click()
  await expect(page.getByText(t('my:own.upcoming', { count: 1 }))).toBeVisible()
  await expect(confirm).toBeDisabled()
  await page.getByLabel(t('my:own.give_up')).check()
  await confirm.click()
  await expect(page.getByRole('heading', { name: t('my:own.done') })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: t('my:sign_in.title') })).toBeVisible()
})
