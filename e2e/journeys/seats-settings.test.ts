import type { Page } from '@playwright/test'
import { violationsOn } from '../fixtures/accessibility.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'

const hall = (page: Page) => page.getByRole('application')
const takeBest = (page: Page) => page.getByRole('button', { name: pattern('sale:seats.take') }).first()
const zoomIn = (page: Page) => page.getByRole('button', { name: t('sale:seats.zoom_in'), exact: true })

/** Colours of the drawing, the most frequent first. */
const colorsOf = (page: Page): Promise<string[]> =>
  hall(page)
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      const counts = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) {
        if (data[at + 3] !== 255) continue
        const color = `rgb(${data[at]}, ${data[at + 1]}, ${data[at + 2]})`
        counts.set(color, (counts.get(color) ?? 0) + 1)
      }
      return [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color)
    })

/** As a canvas of that ground shows it: a colour of the system may be translucent. */
const systemColor = (page: Page, name: string): Promise<string> =>
  page.evaluate((color) => {
    const probe = document.createElement('i')
    probe.style.cssText = 'forced-color-adjust:none'
    document.body.append(probe)
    const context = document.createElement('canvas').getContext('2d')
    for (const each of ['Canvas', color]) {
      probe.style.color = each
      if (context) context.fillStyle = getComputedStyle(probe).color
      context?.fillRect(0, 0, 1, 1)
    }
    probe.remove()
    return `rgb(${[...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3).join(', ')})`
  }, name)

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

const openSeats = async (page: Page): Promise<void> => {
  const sale = await newSeatedSale(180)
  await page.goto(`/order/${sale.event.slug}/seats`)
  await expect(takeBest(page)).toBeVisible()
}

test('seats are chosen at a zoom of 400 per cent, without scrolling sideways', async ({ page }) => {
  // 1280 by 1024 pixels at 400 per cent.
  await page.setViewportSize({ width: 320, height: 256 })
  await openSeats(page)
  expect(await overflowOf(page)).toBe(0)
  await hall(page).scrollIntoViewIfNeeded()
  const box = await hall(page).boundingBox()
  expect(box?.width).toBeGreaterThan(240)
  // Beside the map there is room to scroll past it.
  expect(box?.height).toBeLessThan(256)
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: t('sale:seats.list'), exact: true }).click()
  await page
    .getByRole('radio', { name: /כיסאות/u })
    .first()
    .check()
  await expect(page.getByText(t('sale:seats.held')).first()).toBeVisible()
  expect(await overflowOf(page)).toBe(0)
  expect(await violationsOn(page)).toEqual([])
})

test('seats are chosen in the dark: another drawing, readable texts', async ({ page }) => {
  await openSeats(page)
  const [light] = await colorsOf(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(async () => (await colorsOf(page))[0]).not.toBe(light)
  await takeBest(page).click()
  await expect(page.getByText(t('sale:seats.held')).first()).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('seats are chosen in forced colours: the drawing has no others, and the own seats are those of a choice', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openSeats(page)
  await takeBest(page).click()
  await expect(page.getByText(t('sale:seats.held')).first()).toBeVisible()
  const [ground, text, chosen] = await Promise.all(
    ['Canvas', 'CanvasText', 'Highlight'].map((name) => systemColor(page, name)),
  )
  await expect
    .poll(async () => (await colorsOf(page)).slice(0, 12))
    .toEqual(expect.arrayContaining([ground, text, chosen]))
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: t('sale:seats.list'), exact: true }).click()
  const radio = page.getByRole('radio', { checked: true, name: /כיסאות/u }).first()
  await expect(radio).toBeVisible()
  const outline = await radio.evaluate((input) => getComputedStyle(input.closest('label') ?? input).outlineStyle)
  expect(outline).toBe('solid')
})

test('with reduced motion the hall jumps where it is sent, and nothing on the page moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openSeats(page)
  const frames = hall(page)
    .locator('canvas')
    .first()
    .evaluate(async (canvas: HTMLCanvasElement) => {
      const seen = new Set<string>()
      for (let frame = 0; frame < 40; frame++) {
        seen.add(`${canvas.style.transform} ${canvas.toDataURL()}`)
        await new Promise(requestAnimationFrame)
      }
      return seen.size
    })
  await zoomIn(page).click()
  // Before and after, and the drawing of a place under the pointer at most.
  expect(await frames).toBeLessThanOrEqual(3)
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  )
  expect(moving).toBe(0)
})
