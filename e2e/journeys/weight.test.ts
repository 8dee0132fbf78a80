import type { Page, Response } from '@playwright/test'
import { newSale } from '../fixtures/events.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { salePage } from '../pages/sale.ts'

const KB = 1000

/** Compressed bytes of the loaded scripts. */
const scriptBytes = async (answers: readonly Response[]): Promise<number> => {
  const scripts = answers.filter((answer) => answer.request().resourceType() === 'script')
  const sizes = await Promise.all(scripts.map((answer) => answer.request().sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}

const answersOf = (page: Page): Response[] => {
  const answers: Response[] = []
  page.on('response', (answer) => answers.push(answer))
  return answers
}

test('the sale page loads at most 90 KB of script before any interaction', async ({ page }) => {
  const { event, types } = await newSale()
  const answers = answersOf(page)
  await salePage(page).open(event.slug)
  await expect(salePage(page).more(types[0]?.name ?? '')).toBeEnabled()
  await page.waitForLoadState('networkidle')
  const bytes = await scriptBytes(answers)
  expect(bytes).toBeGreaterThan(10 * KB)
  expect(bytes).toBeLessThanOrEqual(90 * KB)
})

/** Compressed bytes of each loaded script, by its address. */
const scriptsOf = async (answers: readonly Response[]): Promise<Map<string, number>> =>
  new Map(
    await Promise.all(
      answers
        .filter((answer) => answer.request().resourceType() === 'script')
        .map(async (answer): Promise<[string, number]> => [
          answer.url(),
          (await answer.request().sizes()).responseBodySize,
        ]),
    ),
  )

test('the choice of seats loads at most 35 KB of script in files that the sale page has not, and its list at most 5 KB', async ({
  visit,
}) => {
  const { event } = await newSeatedSale(120)
  const sale = await visit()
  const ofSale = answersOf(sale)
  await sale.goto(`/order/${event.slug}`)
  await expect(sale.getByRole('link', { name: t('sale:seats.choose') }).first()).toBeVisible()
  await sale.waitForLoadState('load')
  // What it loads ahead for the choice of seats is not its own: a file of data, not a script, to the browser.
  const before = await scriptsOf(ofSale)
  expect(before.size).toBeGreaterThan(3)

  // Another visitor, who has none of the files: each is loaded, and counted as it comes.
  const seats = await visit()
  const ofSeats = answersOf(seats)
  const beyond = async (): Promise<number> =>
    [...(await scriptsOf(ofSeats))].reduce((sum, [file, bytes]) => (before.has(file) ? sum : sum + bytes), 0)
  await seats.goto(`/order/${event.slug}/seats`)
  await expect(seats.getByRole('application')).toBeVisible()
  // The choice of seats asks for their state again and again: its network is never idle.
  await seats.waitForLoadState('load')
  const map = await beyond()
  expect(map).toBeGreaterThan(20 * KB)
  expect(map).toBeLessThanOrEqual(35 * KB)

  await seats.getByRole('button', { name: t('sale:seats.list') }).click()
  await expect(seats.getByRole('radio', { name: /כיסאות/u }).first()).toBeVisible()
  const list = (await beyond()) - map
  expect(list).toBeGreaterThan(0)
  expect(list).toBeLessThanOrEqual(5 * KB)
})

test('the first screen of the producer app loads at most 250 KB in total', async ({ page }) => {
  const answers = answersOf(page)
  await page.goto('/login')
  await expect(page.getByRole('button', { name: t('auth:login.submit') })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(answers.map((answer) => answer.request().sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  expect(bytes).toBeGreaterThan(50 * KB)
  expect(bytes).toBeLessThanOrEqual(250 * KB)
})
