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

test('the choice of seats loads at most 35 KB of script more than the sale page, its list included', async ({
  visit,
}) => {
  const { event } = await newSeatedSale(120)
  const bytesOf = async (path: string, ready: (page: Page) => Promise<void>): Promise<number> => {
    const page = await visit()
    const answers = answersOf(page)
    await page.goto(path)
    await ready(page)
    // The choice of seats asks for their state again and again: its network is never idle.
    await page.waitForLoadState('load')
    return scriptBytes(answers)
  }
  const sale = await bytesOf(`/order/${event.slug}`, (page) =>
    expect(page.getByRole('link', { name: t('sale:seats.choose') }).first()).toBeVisible(),
  )
  const seats = await bytesOf(`/order/${event.slug}/seats`, async (page) => {
    await page.getByRole('button', { name: t('sale:seats.list') }).click()
    await expect(page.getByRole('radio', { name: /כיסאות/u }).first()).toBeVisible()
  })
  expect(sale).toBeLessThanOrEqual(90 * KB)
  expect(seats - sale).toBeGreaterThan(5 * KB)
  expect(seats - sale).toBeLessThanOrEqual(35 * KB)
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
