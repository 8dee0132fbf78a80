import { openCheckIn } from '../fake-camera/check-in.ts'
import { videoOfText } from '../fake-camera/video.ts'
import { violationsOn } from '../fixtures/accessibility.ts'
import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { letGateLinksExpire } from '../fixtures/database.ts'
import { messagesTo } from '../fixtures/call.ts'
import { t, translatorIn } from '../fixtures/messages.ts'
import { newPhone } from '../fixtures/people.ts'
import { place } from '../fixtures/server.ts'
import { storedRows } from '../fixtures/stored.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { scanPage } from '../pages/scan.ts'
import { joinGate } from '../pages/gate.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

/** Makes a link on the screen of devices and returns its path. */
const linkFrom = async (page: Page, event: string, label: string, phone?: string): Promise<string> => {
  await page.goto(`/events/${event}/gate-devices`)
  await page
    .getByRole('button', { name: t('gate-devices:add') })
    .locator('visible=true')
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('gate-devices:new.action') }).click()
  await expect(dialog.getByText(t('gate-devices:new.label_missing'))).toBeVisible()
  await dialog.getByLabel(t('gate-devices:new.label'), { exact: true }).fill(label)
  if (phone !== undefined) await dialog.getByRole('textbox', { name: t('gate-devices:new.phone') }).fill(phone)
  await dialog.getByRole('button', { name: t('gate-devices:new.action') }).click()
  await expect(dialog.getByRole('img', { name: t('gate-devices:link.qr') })).toBeVisible()
  const link = new URL(await dialog.getByLabel(t('gate-devices:link.label'), { exact: true }).inputValue())
  await dialog.getByRole('button', { name: t('gate-devices:link.done') }).click()
  await expect(dialog).toBeHidden()
  return `${link.pathname}${link.hash}`
}

test('a helper without an account opens a link, types a name and scans, until the manager revokes it @phone-and-desktop', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/40[19]/)
  const sale = await newFreeSale()
  const [first, second] = [await buyFree(sale, 'נועה ברקן'), await buyFree(sale, 'רון אביב')]
  const manager = await visit(sale.producer)
  const link = await linkFrom(manager, sale.event.uuid, 'שער צפון 1')

  const helper = await visit()
  const begun = Date.now()
  await helper.goto(link)
  await expect(helper.getByText(sale.event.name)).toBeVisible()
  await joinGate(helper)
  await expect(helper.getByRole('heading', { name: t('gate-devices:ready.check.list') })).toBeVisible()
  await helper.getByRole('link', { name: t('gate-devices:ready.start') }).click()
  const scan = scanPage(helper)
  await helper.getByRole('button', { name: t('gate:keys.number'), exact: true }).waitFor()
  await scan.type(first.code)
  // The event is on another day: asked once, and nobody enters until somebody says yes.
  await scan
    .dayQuestion()
    .getByRole('button', { name: t('gate:other_day.stay') })
    .click()
  await expect(scan.dayQuestion()).toBeHidden()
  await scan.expectCounters(0, 2, 2)
  await scan.type(first.code)
  await scan
    .dayQuestion()
    .getByRole('button', { name: t('gate:other_day.action') })
    .click()
  await expect(scan.result('success')).toContainText('נועה ברקן')
  expect(Date.now() - begun).toBeLessThan(60_000)
  await scan.close()
  await scan.expectCounters(1, 1, 2)

  // The link of the SMS once more on this phone: its page, which is no second join
  const again = await helper.context().newPage()
  await again.goto(link)
  await expect(again).toHaveURL(/\/gate\/scan$/)
  await expect(again.getByRole('button', { name: t('gate-people:search.open.all') })).toBeVisible()
  await again.goto('/gate')
  await expect(again).toHaveURL(/\/gate\/scan$/)
  await again.close()

  // The same link on a second phone
  const other = await visit()
  await other.goto(link)
  await expect(other.getByRole('heading', { name: t('gate-devices:join.used') })).toBeVisible()

  // The manager sees the phone, and ends it
  await manager.reload()
  await expect(manager.getByRole('heading', { name: 'אביב' })).toBeVisible()
  await expect(manager.getByText(t('gate-devices:state.active'), { exact: true })).toBeVisible()
  await manager.getByRole('button', { name: t('gate-devices:revoke.one', { name: 'אביב' }) }).click()
  await manager.getByRole('button', { name: t('gate-devices:revoke.action'), exact: true }).click()
  await expect(manager.getByText(t('gate-devices:state.revoked'), { exact: true })).toBeVisible()
  // The button is gone: its row has the focus, and not the top of the page.
  await expect.poll(() => manager.evaluate(() => document.activeElement?.closest('li')?.textContent)).toContain('אביב')

  await scan.type(second.code)
  await expect(helper.getByRole('heading', { name: t('gate-devices:ended.title') })).toBeVisible()
  await expect(helper.getByText(t('gate-devices:ended.text'))).toBeVisible()
  await expect(helper.getByText(t('gate-devices:ended.none'))).toBeVisible()
  expect(await storedRows(helper, ['lists', 'tickets', 'snapshots', 'scans'])).toEqual([0, 0, 0, 0])
  await helper.goto('/gate/scan')
  await expect(helper.getByRole('heading', { name: t('gate-devices:ended.title') })).toBeVisible()
})

test('a phone that is revoked without a network stays on the board until it has handed over its scans', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/40[19]/)
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/)
  const sale = await newFreeSale()
  const ticket = await buyFree(sale, 'נועה ברקן')
  const manager = await visit(sale.producer)
  const link = await linkFrom(manager, sale.event.uuid, 'שער צפון 1')
  const helper = await visit()
  await helper.goto(link)
  await joinGate(helper)
  await helper.getByRole('link', { name: t('gate-devices:ready.start') }).click()
  const scan = scanPage(helper)
  await helper.getByRole('button', { name: t('gate:keys.number'), exact: true }).waitFor()
  await scan.expectCounters(0, 1, 1)
  await helper.waitForLoadState('networkidle')
  await helper.context().setOffline(true)
  await scan.type(ticket.code)
  await scan
    .dayQuestion()
    .getByRole('button', { name: t('gate:other_day.action') })
    .click()
  await expect(scan.result('success')).toBeVisible({ timeout: 20_000 })

  // The board says that it does not know, which no contact of the phone has contradicted.
  await manager.getByRole('button', { name: t('gate-devices:revoke.one', { name: 'אביב' }) }).click()
  await manager.getByRole('button', { name: t('gate-devices:revoke.action'), exact: true }).click()
  await expect(manager.getByText(t('gate-devices:state.revoked'), { exact: true })).toBeVisible()
  await manager.goto(`/events/${sale.event.uuid}/board`)
  await expect(manager.getByText(t('gate-board:ended.silent'))).toBeVisible()
  await expect(manager.getByRole('button', { name: t('gate-board:ended.close_one', { name: 'אביב' }) })).toBeVisible()

  await helper.context().setOffline(false)
  await expect(helper.getByRole('heading', { name: t('gate-devices:ended.title') })).toBeVisible({ timeout: 60_000 })
  await expect(helper.getByText(t('gate-devices:ended.all', { count: 1 }))).toBeVisible()
  await expect(manager.getByText(t('gate-board:ended.silent'))).toBeHidden({ timeout: 20_000 })
})

test('a helper chooses the language of the phone, and ends its evening there: the manager has nobody to wait for', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'נועה ברקן')
  const manager = await visit(sale.producer)
  const link = await linkFrom(manager, sale.event.uuid, 'שער צפון 1')
  const helper = await visit()
  await helper.goto(link)
  await joinGate(helper)
  await helper.waitForURL(/\/gate\/ready$/)
  await helper.goto('/gate/scan')
  await helper.getByText('English', { exact: true }).click()
  await expect(helper.getByRole('button', { name: 'Stop scanning on this phone' })).toBeVisible()
  await helper.screenshot({ path: test.info().outputPath('own-phone.png'), fullPage: true })
  await helper.getByText('עברית', { exact: true }).click()
  await helper.getByRole('button', { name: t('gate-devices:own.leave') }).click()
  await helper.getByRole('button', { name: t('gate-devices:own.action'), exact: true }).click()
  await expect(helper.getByRole('heading', { name: t('gate-devices:ended.title') })).toBeVisible()
  await helper.goto('/gate/scan')
  await expect(helper).not.toHaveURL(/\/gate\/scan$/)
  await manager.reload()
  await expect(manager.getByText(t('gate-devices:state.expired'), { exact: true })).toBeVisible()
  await manager.goto(`/events/${sale.event.uuid}/board`)
  await expect(manager.getByText(t('gate-board:devices.empty'))).toBeVisible()
})

test('a helper gets from the SMS to the first scan in three presses and a name, in less than a minute', async ({
  visit,
  pageErrors,
}) => {
  const sale = await newFreeSale()
  const ticket = await buyFree(sale, 'נועה ברקן')
  const manager = await visit(sale.producer)
  const phone = newPhone()
  await linkFrom(manager, sale.event.uuid, 'שער צפון 1', phone)
  const [sms] = await messagesTo(phone)
  const link = /https?:\S+/u.exec(sms?.text ?? '')?.[0] ?? ''

  const inside = await visit()
  const device = await openCheckIn(inside.context(), videoOfText(ticket.code), pageErrors)
  try {
    const { page } = device
    const begun = Date.now()
    await page.goto(link)
    await joinGate(page)
    await page.getByRole('link', { name: t('gate-devices:ready.start') }).click()
    // The camera is on, and the ticket lies before it; the event is on another day.
    await scanPage(page)
      .dayQuestion()
      .getByRole('button', { name: t('gate:other_day.action') })
      .click({ timeout: 30_000 })
    await expect(scanPage(page).result('success')).toContainText('נועה ברקן', { timeout: 30_000 })
    expect(Date.now() - begun).toBeLessThan(60_000)
  } finally {
    await device.close()
  }
})

test('a helper reads the link in the language of the phone, and may change it there', async ({ visit, browser }) => {
  const sale = await newFreeSale()
  const link = await linkFrom(await visit(sale.producer), sale.event.uuid, 'שער מזרח')
  for (const [locale, lang, other] of [
    ['en-US', 'en', 'ar'],
    ['ar-IL', 'ar', 'he'],
  ] as const) {
    const context = await browser.newContext({ baseURL: place().url, locale })
    const page = await context.newPage()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: translatorIn(lang)('gate-devices:join.title') })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await page.getByText(t(`shell:languages.${other}`), { exact: true }).click()
    await expect(page.getByRole('heading', { name: translatorIn(other)('gate-devices:join.title') })).toBeVisible()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', other)
    await context.close()
  }
})

test('a link that has expired is a plain page in the language of the phone, and opens nothing', async ({
  visit,
  browser,
  pageErrors,
}) => {
  const sale = await newFreeSale()
  const link = await linkFrom(await visit(sale.producer), sale.event.uuid, 'שער מזרח')
  await letGateLinksExpire(sale.event.uuid)
  for (const [locale, lang] of [
    ['he-IL', 'he'],
    ['en-US', 'en'],
    ['ar-IL', 'ar'],
  ] as const) {
    const inLang = translatorIn(lang)
    const context = await browser.newContext({ baseURL: place().url, locale })
    const page = await context.newPage()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: inLang('gate-devices:join.ended') })).toBeVisible()
    await expect(page.getByText(inLang('gate-devices:join.ended_text'))).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    // Nothing of the event, and nothing to join with.
    await expect(page.getByText(sale.event.name)).toHaveCount(0)
    await expect(page.getByLabel(inLang('gate-devices:join.name'), { exact: true })).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])
    await page.goto('/gate/scan')
    await expect(page.getByRole('button', { name: inLang('scan:start'), exact: true })).toHaveCount(0)
    await context.close()
  }
  pageErrors.allow(/410/)
})

test('whoever is signed in on a phone stays so when it joins a gate', async ({ visit }) => {
  const sale = await newFreeSale()
  const page = await visit(sale.producer)
  const link = await linkFrom(page, sale.event.uuid, 'הטלפון שלי')
  await page.goto(link)
  await joinGate(page, { name: 'מנהלת' })
  await expect(page).toHaveURL(/\/gate\/ready$/)
  await page.goto(`/events/${sale.event.uuid}/gate-devices`)
  await expect(page.getByRole('heading', { name: 'מנהלת' })).toBeVisible()
})

test('a phone learns before entry opens what it lacks', async ({ visit }) => {
  const sale = await newFreeSale()
  const page = await visit(sale.producer)
  await page.context().grantPermissions(['camera'])
  await page.goto(`/events/${sale.event.uuid}/gate-ready`)
  const check = (name: 'list' | 'camera' | 'clock') =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: t(`gate-devices:ready.check.${name}`) }) })
  for (const name of ['list', 'camera', 'clock'] as const)
    await expect(check(name).getByRole('img', { name: t('gate-devices:ready.state.good') })).toBeVisible()
  await expect(page.getByRole('link', { name: t('gate-devices:ready.start') })).toBeVisible()
})
