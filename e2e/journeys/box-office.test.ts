import { newSale } from '../fixtures/events.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { pattern, say } from '../fixtures/messages.ts'

const BIG = 'כניסה רגילה'
const FLOAT = 200
const PRICE = 120

const button = (page: Page, key: Parameters<typeof say>[0]) => page.getByRole('button', { name: say(key), exact: true })

/** A browser that becomes a till, with the float counted. */
const openTill = async (page: Page): Promise<void> => {
  await page.goto('/cashier')
  await button(page, 'cashier:tills.add').click()
  await page.getByLabel(say('cashier:tills.label')).fill('קופה 1')
  await page.getByLabel(say('cashier:tills.branch'), { exact: true }).fill('שער צפון')
  await button(page, 'cashier:tills.save').click()
  await button(page, 'cashier:tills.pair_here').click()
  await page.getByLabel(say('cashier:open.cash')).fill(String(FLOAT))
  await button(page, 'cashier:open.go').click()
}

const tile = (page: Page, name: string) =>
  page.getByRole('region', { name: say('cashier:sell.types') }).getByRole('button', { name: new RegExp(name, 'u') })

test('a till counts its float, sells for cash up to the limit of a sale, gives change, and closes even @both', async ({
  visit,
}) => {
  const { producer } = await newSale({ types: [{ name: BIG, price: PRICE, purchase_limit: 2 }] })
  const page = await visit(producer)
  await openTill(page)

  const add = tile(page, BIG).first()
  await add.click()
  await expect(page.getByText(say('cashier:sell.limit.next'))).toHaveCount(0)
  await add.click()
  await expect(page.getByText(say('cashier:sell.limit.next'), { exact: false })).toBeVisible()

  await button(page, 'cashier:sell.cash').click()
  await page.getByLabel(say('cashier:cash.given')).fill('300')
  await button(page, 'cashier:cash.go').click()
  await expect(page.getByRole('dialog', { name: say('cashier:done.title') })).toContainText(String(300 - 2 * PRICE))
  await button(page, 'cashier:done.next').click()

  await page.getByRole('radio', { name: pattern('cashier:nav.shift') }).click({ force: true })
  await page.getByLabel(say('cashier:shift.counted')).fill(String(FLOAT + 2 * PRICE))
  await button(page, 'cashier:shift.go').click()
  await expect(page.getByText(say('cashier:shift.even'))).toBeVisible()
})
