import type { Page } from '@playwright/test'
import { orderFree } from '../fixtures/buy.ts'
import { newSale } from '../fixtures/events.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'

const PHONE_WIDTH = 390

const enlarge = (page: Page, percent: number): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`
  }, percent)

/** Texts and controls of `selector` that reach over the side of the screen, or over the side of a box that cuts them. */
const cutTexts = (page: Page, selector: string): Promise<readonly string[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        const isRow = (each: Element) =>
          each.scrollWidth > each.clientWidth + 1 && /auto|scroll/u.test(getComputedStyle(each).overflowX)
        const within: Element[] = []
        for (let each = element.parentElement; each; each = each.parentElement) within.push(each)
        // What stands in a row that is scrolled sideways is whole where its own card shows all of it.
        const isScrolled = within.some(isRow)
        const box =
          element.closest(isScrolled ? 'li, article' : 'a, section, form, main')?.getBoundingClientRect() ??
          document.body
        const isOutside = 'left' in box && (left < box.left - 1 || right > box.right + 1)
        return width > 0 && (isOutside || (!isScrolled && (left < -1 || right > innerWidth + 1)))
      })
      .map((element) => element.textContent || element.outerHTML.slice(0, 80)),
  )

const widthOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

for (const size of [150, 200]) {
  test(`the full-screen code is whole on the first screen with text of ${size} per cent, and what is around it is reached`, async ({
    page,
  }) => {
    const sale = await newSale({ types: [{ name: 'כניסה חופשית', price: 0 }], event: { name: 'פסטיבל יין ההר' } })
    const { uuid, token } = await orderFree(sale, { name: 'רון אביב שפירא', quantity: 3 })
    await page.goto(`/order/tickets/${uuid}?token=${token}&show=entrance`)
    const codes = page.locator('[data-code]')
    await expect(codes.first()).toBeInViewport({ ratio: 1 })
    const usual = (await codes.first().boundingBox())?.width ?? 0
    await enlarge(page, size)
    await expect(codes.first()).toBeInViewport({ ratio: 1 })
    expect((await codes.first().boundingBox())?.width).toBeGreaterThanOrEqual(usual - 1)
    await page.getByRole('button', { name: t('pass:next') }).click()
    await expect(codes.nth(1)).toBeInViewport({ ratio: 1 })
    expect(await cutTexts(page, 'header :is(h1, p, a, span), footer p')).toEqual([])
    const hint = page.getByText(t('pass:awake'))
    await hint.scrollIntoViewIfNeeded()
    await expect(hint).toBeInViewport({ ratio: 1 })
  })

  test(`the cards of the event list keep their text whole with text of ${size} per cent`, async ({ page }) => {
    await newSale({ event: { name: 'ארז עם האורחים: מופע סטנדאפ חדש' } })
    await newSale({ event: { name: 'הירח והכוכבים: מחזמר לכל המשפחה' } })
    await page.goto('/order')
    await enlarge(page, size)
    expect(await cutTexts(page, 'a[href^="/order/"] :is(h2, p, p > *)')).toEqual([])
    expect(await widthOf(page)).toBeLessThanOrEqual(PHONE_WIDTH)
  })

  test(`the choice of seats fits a phone with text of ${size} per cent`, async ({ page }) => {
    const { event } = await newSeatedSale(180)
    await page.goto(`/order/${event.slug}/seats`)
    await expect(page.getByRole('button', { name: pattern('sale:seats.take') }).first()).toBeVisible()
    await enlarge(page, size)
    expect(await cutTexts(page, 'main :is(h1, h2, button, legend, label:has(input))')).toEqual([])
    expect(await widthOf(page)).toBeLessThanOrEqual(PHONE_WIDTH)
  })
}
