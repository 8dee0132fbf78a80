import { violationsOn } from '../fixtures/accessibility.ts'
import { newSale } from '../fixtures/events.ts'
import { layersGone } from '../fixtures/layers.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { t, translatorIn } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { setLanguage } from '../fixtures/team.ts'
import { scanPage } from '../pages/scan.ts'
import { LANGS } from '@kartis/i18n/lang.ts'

// Each press that sends something is made twice.
test.use({ impatient: true })

const BIG = 'כניסה רגילה'
const FLOAT = 200
const PRICE = 120

const button = (page: Page, key: Parameters<typeof t>[0]) => page.getByRole('button', { name: t(key), exact: true })

/** Turns the browser into a register with its float counted; `isOpen`: its page is open. */
const openRegister = async (page: Page, isOpen = false): Promise<void> => {
  if (!isOpen) await page.goto('/cashier')
  await button(page, 'box-office:tills.add').click()
  await page.getByLabel(t('box-office:tills.label')).fill('קופה 1')
  await page.getByLabel(t('box-office:tills.branch'), { exact: true }).fill('שער צפון')
  await button(page, 'box-office:tills.save').click()
  await button(page, 'box-office:tills.pair_here').click()
  await page.getByLabel(t('box-office:open.cash')).fill(String(FLOAT))
  await button(page, 'box-office:open.go').click()
}

const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: t('box-office:sell.types') }).getByRole('button', { name: new RegExp(name, 'u') })

test('a register counts its float, sells for cash up to the limit of a sale, gives change and closes balanced @phone-and-desktop', async ({
  visit,
}) => {
  const { producer } = await newSale({ types: [{ name: BIG, price: PRICE, purchase_limit: 2 }] })
  const page = await visit(producer)
  await openRegister(page)

  const add = tile(page, BIG).first()
  await add.click()
  await expect(page.getByText(t('box-office:sell.limit.next'))).toHaveCount(0)
  await add.click()
  await expect(page.getByText(t('box-office:sell.limit.next'), { exact: false })).toBeVisible()

  await button(page, 'box-office:sell.cash').click()
  await page.getByLabel(t('box-office:cash.given')).fill('300')
  await button(page, 'box-office:cash.go').click()
  await expect(page.getByRole('dialog', { name: t('box-office:done.title') })).toContainText(String(300 - 2 * PRICE))
  await button(page, 'box-office:done.next').click()

  // By its label and not by force, which presses whatever is above it: the page may have been scrolled.
  const tabs = page.getByRole('group', { name: t('box-office:nav.label') })
  await tabs.locator('label', { hasText: t('box-office:nav.shift') }).click()
  await expect(page.getByLabel(t('box-office:shift.counted'))).toBeVisible()
  await page.goto('/')
  await page.goBack()
  await page.getByLabel(t('box-office:shift.counted')).fill(String(FLOAT + 2 * PRICE))
  await button(page, 'box-office:shift.go').click()
  await expect(page.getByText(t('box-office:shift.even'))).toBeVisible()
})

test('the tabs of a register stay in one line of a phone, in every language', async ({ visit }) => {
  const { producer } = await newSale({ types: [{ name: BIG, price: PRICE }] })
  const page = await visit(producer)
  await openRegister(page)
  await layersGone(page)
  for (const lang of LANGS) {
    await setLanguage(producer, lang)
    await page.evaluate((to) => localStorage.setItem('language', to), lang)
    await page.goto('/cashier')
    const tabs = page.getByRole('group', { name: translatorIn(lang)('box-office:nav.label') }).locator('label')
    await expect(tabs).toHaveCount(4)
    await expect(tabs.nth(1)).toContainText(translatorIn(lang)('box-office:nav.sales'))
    // One line that all four stand on; the page may still settle.
    await expect
      .poll(async () => {
        const tops = await tabs.evaluateAll((all) => all.map((tab) => Math.round(tab.getBoundingClientRect().y)))
        return [tops.length, new Set(tops).size]
      }, lang)
      .toEqual([4, 1])
  }
})

test('numbered seats are chosen on the map by keyboard, and the sale names them; the board is accessible', async ({
  visit,
}) => {
  const sale = await newSeatedSale(180)
  const page = await visit(sale.producer)
  await openRegister(page)
  await expect(tile(page, sale.types[0]?.name ?? '').first()).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('1')
  await page.keyboard.press('F7')
  const hall = page.getByRole('application')
  await hall.focus()
  expect(await violationsOn(page)).toEqual([])
  for (let rows = 0; rows < 12; rows++) await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await button(page, 'seating:seats.done').click()
  await expect(page.getByText(t('box-office:sell.all_seats', { count: 2 }))).toBeVisible()
  await page.keyboard.press('F8')
  await button(page, 'box-office:cash.go').click()
  const seats = page.getByRole('list', { name: t('box-office:done.seats') }).getByRole('listitem')
  await expect(seats).toHaveCount(2)
  await expect(seats.first()).toContainText('א׳')
  expect(await violationsOn(page)).toEqual([])
})

test('a ticket is sold at the gate: from the tools of the check-in to the register of its event, for cash, and scanned at once', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/status of 409 .*\/scan_ticket/u) // the second scan
  const sale = await newSale({ types: [{ name: BIG, price: PRICE }] })
  const page = await visit(sale.producer)
  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await scan.expectCounters(0, 0, 0)
  await page
    .getByRole('navigation', { name: t('gate:tools.label') })
    .getByRole('link', { name: t('gate:tools.box_office') })
    .click()
  await expect(page).toHaveURL(new RegExp(`/cashier\\?event=${sale.event.uuid}$`, 'u'))
  await openRegister(page, true)
  await tile(page, BIG).first().click()
  await button(page, 'box-office:sell.cash').click()
  await button(page, 'box-office:cash.go').click()
  await expect(page.getByRole('dialog', { name: t('box-office:done.title') })).toBeVisible()
  // What is printed for the guest: the code of the slip is that of the ticket, its number stands below it.
  const number = await page.locator('[aria-hidden] section p[dir="ltr"] b').textContent()
  expect(number).toMatch(/^\d+-1$/u)

  await scan.open(sale.event.uuid)
  await scan.expectCounters(0, 1, 1)
  await scan.type(number ?? '')
  await expect(scan.result('success')).toContainText(number ?? '')
  await scan.close()
  await scan.expectCounters(1, 0, 1)
  await scan.type(number ?? '')
  await expect(scan.result('fail')).toContainText('S2')
})
