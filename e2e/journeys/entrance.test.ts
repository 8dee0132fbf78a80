import { scanTicket } from '@kartis/contract/admission.ts'
import { orderFree } from '../fixtures/buy.ts'
import { newSale } from '../fixtures/events.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

// The page of tickets is stored on the device.
test.use({ serviceWorkers: 'allow' })

const HOUR_MS = 3_600_000

test('on the day the link of the message opens one full-screen code, also without a network @phone-and-desktop', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/u)
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  const sale = await newSale({
    types: [{ name: 'כניסה חופשית', price: 0 }],
    event: { starts_at: at(3), ends_at: at(6) },
  })
  const { uuid, token, tickets } = await orderFree(sale, { name: 'רון אביב', quantity: 3 })

  const link = `/order/tickets/${uuid}?token=${token}`
  await page.goto(link)
  await expect(page.getByText(t('pass:place_of', { place: 1, count: 3 }))).toBeInViewport()
  const code = page.locator('[data-code]').first()
  await expect(code).toBeInViewport({ ratio: 1 })
  expect((await code.boundingBox())?.width).toBeGreaterThan(250)
  await page.getByRole('button', { name: t('pass:next') }).click()
  await expect(page.getByText(t('pass:place_of', { place: 2, count: 3 }))).toBeInViewport()

  // scanned at the gate: the screen says so by itself
  await sale.producer.call(scanTicket, {
    params: { uuid: sale.event.uuid },
    body: { ticket_uuid: tickets[1]?.number ?? '' },
  })
  await expect(page.getByText(t('pass:enjoy'))).toBeInViewport({ timeout: 15_000 })

  await expect(page.getByText(t('pass:offline'))).toBeVisible()
  await page.context().setOffline(true)
  await page.goto(link)
  await expect(page.locator('[data-code]').first()).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: t('pass:close') }).click()
  await expect(page.getByRole('heading', { name: sale.event.name })).toBeVisible()
  await expect(page.getByText(tickets[2]?.number ?? '')).toBeVisible()
  await page.context().setOffline(false)
})

test('Back closes the full-screen code, one press after a reload too, and leaves the page only then @phone-and-desktop', async ({
  page,
}) => {
  const sale = await newSale({ types: [{ name: 'כניסה חופשית', price: 0 }] })
  const { uuid, token } = await orderFree(sale, { name: 'רון אביב', quantity: 2 })
  const heading = page.getByRole('heading', { name: sale.event.name })
  const show = page.getByRole('link', { name: t('pass:show') })
  const full = page.getByText(t('pass:awake'))
  await page.goto('/order')
  await page.goto(`/order/tickets/${uuid}?token=${token}`)
  await show.click()
  await expect(full).toBeVisible()
  await page.goBack()
  await expect(full).toHaveCount(0)
  await expect(heading).toBeVisible()

  await page.goto(`/order/tickets/${uuid}?token=${token}&show=entrance`)
  await expect(full).toBeVisible()
  await page.waitForFunction(() => 'kartis_layers' in ((history.state ?? {}) as object))
  await page.reload()
  await expect(full).toBeVisible()
  await page.waitForFunction(() => 'kartis_layers' in ((history.state ?? {}) as object))
  await page.goBack()
  await expect(show).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/show=entrance/u)
})

test('a reload keeps the full-screen code that was opened from the list, with and without a network @phone-and-desktop', async ({
  page,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load/u)
  const sale = await newSale({ types: [{ name: 'כניסה חופשית', price: 0 }] })
  const { uuid, token } = await orderFree(sale, { name: 'רון אביב', quantity: 2 })
  const show = page.getByRole('link', { name: t('pass:show') })
  const full = page.getByText(t('pass:awake'))
  await page.goto('/order')
  await page.goto(`/order/tickets/${uuid}?token=${token}`)
  await show.click()
  await expect(page).toHaveURL(/show=entrance/u)
  await expect(full).toBeVisible()
  await page.reload()
  await expect(full).toBeVisible()
  await page.waitForFunction(() => 'kartis_layers' in ((history.state ?? {}) as object))
  // Back leads to the list, and then out of the page.
  await page.goBack()
  await expect(show).toBeVisible()
  await expect(page).not.toHaveURL(/show=entrance/u)

  await show.click()
  await expect(page).toHaveURL(/show=entrance/u)
  await page.getByRole('link', { name: t('pass:close') }).click()
  await expect(show).toBeVisible()
  await expect(page).not.toHaveURL(/show=entrance/u)
  await page.reload()
  await expect(show).toBeVisible()

  await show.click()
  await expect(page.getByText(t('pass:offline'))).toBeVisible()
  await page.context().setOffline(true)
  await page.reload()
  await expect(full).toBeVisible()
  await page.context().setOffline(false)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(/\/order$/u)
})

test('a ticket is sent by its own link, which opens that ticket alone', async ({ page, browser, pageErrors }) => {
  pageErrors.allow(/favicon/u)
  const sale = await newSale({ types: [{ name: 'כניסה חופשית', price: 0 }] })
  const { uuid, token, tickets } = await orderFree(sale, { name: 'רון אביב', quantity: 2 })
  await page.goto(`/order/tickets/${uuid}?token=${token}`)
  const sent = await page
    .getByRole('group', { name: t('pass:send') })
    .nth(1)
    .getByRole('link', { name: 'WhatsApp' })
    .getAttribute('href')
  expect(decodeURIComponent(sent ?? '')).toContain(tickets[1]?.url)

  const friend = await (await browser.newContext({ locale: 'he-IL' })).newPage()
  await friend.goto(tickets[1]?.url ?? '')
  await expect(friend.locator('[data-code]')).toHaveCount(1)
  await expect(friend.getByText(tickets[1]?.number ?? '')).toBeVisible()
  await expect(friend.getByText('רון אביב')).toHaveCount(0)
  await friend.context().close()
})
