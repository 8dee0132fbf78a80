// Statements of the product specification; see docs/SPEC-COVERAGE.md.
import { acceptInvite, inviteMember, listInvites } from '@kartis/contract/accounts.ts'
import { setLanguage } from '../fixtures/team.ts'
import { newSale } from '../fixtures/events.ts'
import { newProducer, type Producer } from '../fixtures/people.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { shell } from '../pages/shell.ts'

const MOBILE_BELOW = 768

/** Marks the document; resolves with a check that another document has replaced it, which a navigation within the app does not do. */
const markDocument = async (page: Page): Promise<() => Promise<void>> => {
  await page.evaluate(() => document.body.setAttribute('data-before-reload', ''))
  return () => expect(page.locator('body')).not.toHaveAttribute('data-before-reload')
}

test('the user menu names the person and the account, as a popup on a desktop and a side panel on a phone @phone-and-desktop', async ({
  visit,
}) => {
  const page = await visit(await newProducer())
  await page.goto('/')
  const menu = await shell(page).openMenu()
  await expect(menu).toContainText('נועה לוי')
  await expect(menu.getByRole('radio', { name: 'הבמה המרכזית' })).toBeChecked()
  const leads = async (key: string, path: string) =>
    expect(menu.getByRole('link', { name: t(key) })).toHaveAttribute('href', path)
  await leads('shell:menu.to_profile', '/user-profile')
  await leads('shell:nav.places.team', '/settings/user-management')
  await leads('shell:nav.places.forms', '/forms')
  await leads('shell:menu.new_account', '/create-account/company-details')
  await expect(menu.getByRole('button', { name: t('shell:menu.logout') })).toBeVisible()

  const window = page.viewportSize() ?? { width: 0, height: 0 }
  const box = async () => (await menu.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  if (window.width < MOBILE_BELOW) {
    // Along the whole inline-start side: the right one in Hebrew.
    await expect.poll(async () => Math.round((await box()).x + (await box()).width)).toBe(window.width)
    expect((await box()).height).toBeGreaterThanOrEqual(window.height - 1)
  } else {
    const header = await page.getByRole('banner').boundingBox()
    await expect.poll(async () => (await box()).y).toBeGreaterThanOrEqual((header?.height ?? 0) - 16)
    expect((await box()).height).toBeLessThan(window.height - 60)
  }
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})

test('the side panel is used below 768 pixels', async ({ visit }) => {
  const page = await visit(await newProducer())
  await page.goto('/')
  for (const [width, isPanel] of [
    [767, true],
    [768, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const menu = await shell(page).openMenu()
    const close = menu.getByRole('button', { name: t('components:close') })
    await expect(close).toBeVisible({ visible: isPanel })
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
  }
})

/** A manager of two accounts: their own and one that invited them. */
const inTwoAccounts = async (): Promise<{ own: Producer; other: Producer; event: string }> => {
  const own = await newProducer()
  const { producer: other, event } = await newSale({ event: { name: 'ערב של החשבון השני' } })
  await other.call(inviteMember, { body: { role: 'manager', phone_number: own.phone } })
  const [invite] = (await own.call(listInvites, {})).data
  await own.call(acceptInvite, { params: { uuid: invite?.uuid ?? '' } })
  return { own, other, event: event.name }
}

test('switching the account reloads the page, and every call names the new account', async ({ visit }) => {
  const { own, other, event } = await inTwoAccounts()
  const page = await visit(own)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: t('home:empty.coming') })).toBeVisible()
  const expectReloaded = await markDocument(page)
  const menu = await shell(page).openMenu()
  const fold = menu.getByRole('button', { name: t('shell:menu.account') })
  const accounts = menu.getByRole('radiogroup', { name: t('shell:menu.account') }).getByRole('radio')
  await expect(accounts).toHaveCount(2)
  await fold.click()
  await expect(accounts).toHaveCount(1)
  await fold.click()
  const requested = page.waitForRequest(
    (request) => request.url().includes('/v1/producer/events?') && request.headers()['x-account-id'] === other.account,
  )
  await accounts.and(menu.getByRole('radio', { checked: false })).click()
  await requested
  await expect(page.getByRole('link', { name: event })).toBeVisible()
  await expectReloaded()
  await page.reload()
  await expect(page.getByRole('link', { name: event })).toBeVisible() // the account is stored in this browser
})

test('the language of the user’s settings wins, and the default is Hebrew from right to left', async ({ visit }) => {
  const producer = await newProducer()
  const page = await visit(producer)
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'he')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await setLanguage(producer, 'en')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
})

test('a failure is shown at the top centre for five seconds, and adds the support contact when the same error repeats @phone-and-desktop', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/status of 409/u) // the refusal that is provoked below
  const page = await visit(await newProducer())
  await page.route('**/api/v1/account/users/me', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { error: { code: 'conflict', description: 'כבר שונה', detail: {} } } })
      : route.continue(),
  )
  await page.clock.install()
  await page.goto('/user-profile')
  await page.getByLabel(t('profile:me.first_name')).fill('תמר')
  const save = page.getByRole('button', { name: t('profile:save') })
  await save.click()
  const toast = page.getByRole('alert').filter({ hasText: t('shell:toast.error', { code: 'conflict' }) })
  await expect(toast).toContainText('כבר שונה')
  await expect(toast).not.toContainText(t('shell:toast.repeat'))
  await page.clock.runFor(500) // the toast's animation ends
  const box = (await toast.boundingBox()) ?? { x: 0, y: 999, width: 0, height: 0 }
  expect(box.y).toBeLessThan(80)
  expect(Math.abs(box.x + box.width / 2 - (page.viewportSize()?.width ?? 0) / 2)).toBeLessThan(12)
  expect(await toast.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  await page.mouse.move(0, 600)
  await page.clock.runFor(4000)
  await expect(toast).toHaveCount(1)
  await page.clock.runFor(1500)
  await expect(toast).toHaveCount(0)
  await save.click()
  await expect(toast).toContainText(t('shell:toast.repeat'))
})

test('a reply that is not JSON is shown as SYSTEM_ERROR', async ({ visit, pageErrors }) => {
  pageErrors.allow(/status of 502/u) // provoked below
  const page = await visit(await newProducer())
  await page.route('**/api/v1/account/users/me', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      : route.continue(),
  )
  await page.goto('/user-profile')
  await page.getByLabel(t('profile:me.first_name')).fill('תמר')
  await page.getByRole('button', { name: t('profile:save') }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'SYSTEM_ERROR' })).toBeVisible()
})

test('the stored account is cleared when the server refuses it, and the page reloads', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/u) // provoked below
  const { own, other, event } = await inTwoAccounts()
  const page = await visit({ ...own, account: other.account })
  await page.goto('/')
  await expect(page.getByRole('link', { name: event })).toBeVisible()
  await page.route('**/api/v1/account/users/me', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'wrong_workspace', description: 'לא שלכם', detail: {} } } }),
  )
  await page.goto('/user-profile')
  await page.getByLabel(t('profile:me.first_name')).fill('תמר')
  const expectReloaded = await markDocument(page)
  await page.getByRole('button', { name: t('profile:save') }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'wrong_workspace' })).toBeVisible()
  await expectReloaded()
})
