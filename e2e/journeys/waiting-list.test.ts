import { updateTicketType } from '@kartis/contract/tickets.ts'
import { nationalPhone, parsePhone } from '@kartis/domain/phone.ts'
import type { Page } from '@playwright/test'
import { codeFor, messagesTo } from '../fixtures/call.ts'
import { fromNow, newSale } from '../fixtures/events.ts'
import { t } from '../fixtures/messages.ts'
import { newPhone } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { salePage } from '../pages/sale.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

type Kind = 'sold_out' | 'sale_opens'

const shown = (phone: string): string => {
  const parsed = parsePhone('972', phone)
  return parsed.ok ? nationalPhone(parsed.e164) : phone
}

const button = (page: Page, key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key) })

/** Signs a phone up on the open sale page: consent, then the code of an SMS. */
const join = async (page: Page, kind: Kind, phone: string): Promise<void> => {
  // the page has it beside the ticket types, and on a phone in the bar at the bottom
  await button(page, `sale:waiting_list.join_${kind}`).first().click()
  await page.getByLabel(t('sale:waiting_list.phone'), { exact: true }).fill(phone)
  await button(page, 'sale:waiting_list.send').click()
  await expect(page.getByText(t('sale:waiting_list.consent_missing'))).toBeVisible()
  await page.getByRole('checkbox').check()
  await button(page, 'sale:waiting_list.send').click()
  const code = page.locator('#list-code')
  await expect(code).toBeVisible()
  await code.fill(await codeFor(phone))
  await expect(page.getByText(t(`sale:waiting_list.done_${kind}`))).toBeVisible()
}

test('a buyer joins the waiting list of a sold-out event; the producer sees and exports it, and the buyer leaves', async ({
  page,
  visit,
}) => {
  const { producer, event, types } = await newSale()
  for (const { uuid } of types)
    await producer.call(updateTicketType, { params: { uuid }, body: { sum_total_available: 0 } })
  const phone = newPhone()
  await salePage(page).open(event.slug)
  await join(page, 'sold_out', phone)

  const list = await visit(producer)
  await list.goto(`/events/${event.uuid}/waiting-list`)
  await expect(list.getByText(shown(phone))).toBeVisible()
  const download = list.waitForEvent('download')
  await button(list, 'orders:export').click()
  expect((await download).suggestedFilename()).toContain(event.name)
  await expect(list.getByText(t('orders:exported'))).toBeVisible()

  await page.reload()
  await expect(page.getByText(t('sale:waiting_list.done_sold_out'))).toBeVisible()
  await expect(button(page, 'sale:waiting_list.join_sold_out')).toHaveCount(0)
  await button(page, 'sale:waiting_list.leave').click()
  await expect(page.getByText(t('sale:waiting_list.left'))).toBeVisible()
  await list.reload()
  await expect(list.getByText(t('invitations:waiting.empty'))).toBeVisible()
})

test('a signed-in buyer is on a list without a code, finds it on another device and leaves it in own orders', async ({
  page,
}) => {
  const { producer, event, types } = await newSale()
  for (const { uuid } of types)
    await producer.call(updateTicketType, { params: { uuid }, body: { sum_total_available: 0 } })
  const phone = newPhone()
  await page.goto('/order/my')
  await page.locator('#phone').fill(phone)
  await button(page, 'my:sign_in.send').click()
  await expect(page.locator('#code')).toBeVisible()
  await page.locator('#code').fill(await codeFor(phone))
  await expect(page.getByText(t('my:list.empty_title'))).toBeVisible()
  await salePage(page).open(event.slug)
  await button(page, 'sale:waiting_list.join_sold_out').first().click()
  await page.getByLabel(t('sale:waiting_list.phone'), { exact: true }).fill(phone)
  await page.getByRole('checkbox').check()
  await button(page, 'sale:waiting_list.send_sold_out').click()
  await expect(page.getByText(t('sale:waiting_list.done_sold_out'))).toBeVisible()

  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('kartis.list.')) localStorage.removeItem(key)
  })
  await page.reload()
  await expect(page.getByText(t('sale:waiting_list.done_sold_out'))).toBeVisible()
  await page.goto('/order/my')
  await page.getByRole('button', { name: t('my:waiting.leave_of', { name: event.name }) }).click()
  await expect(page.getByText(t('my:waiting.left', { name: event.name }))).toBeVisible()
  await salePage(page).open(event.slug)
  await expect(button(page, 'sale:waiting_list.join_sold_out').first()).toBeVisible()
})

test('a buyer who asks for a reminder gets one SMS when the sale opens', async ({ page }) => {
  test.setTimeout(180_000)
  const { producer, event, types } = await newSale({ types: [{ sale_starts_at: fromNow(3_600_000) }] })
  const phone = newPhone()
  await salePage(page).open(event.slug)
  await join(page, 'sale_opens', phone)
  const before = (await messagesTo(phone)).length
  await producer.call(updateTicketType, { params: { uuid: types[0]?.uuid ?? '' }, body: { sale_starts_at: null } })
  // The reminders are sent once a minute.
  await expect.poll(async () => (await messagesTo(phone)).length, { timeout: 120_000 }).toBe(before + 1)
  const [reminder] = await messagesTo(phone)
  expect(JSON.stringify(reminder)).toContain(`/order/${event.slug}`)
})
