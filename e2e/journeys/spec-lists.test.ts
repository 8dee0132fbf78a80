// Statements of the product specification; see docs/SPEC-COVERAGE.md.
import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'

const LIST = /\/api\/v1\/producer\/orders\?/u
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('a search waits for three characters and 700 ms; two characters clear the list, none shows everything @phone-and-desktop', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'דנה כהן')
  await buyFree(sale, 'רון אביב')
  const page = await visit(sale.producer)
  await page.clock.install()
  await page.goto(`/events/${sale.event.uuid}/sold-tickets`)
  await expect(row(page, 'דנה כהן')).toBeVisible()
  await expect(row(page, 'רון אביב')).toBeVisible()
  const searches: string[] = []
  page.on('request', (request) => {
    if (LIST.test(request.url()) && request.url().includes('or')) searches.push(decodeURIComponent(request.url()))
  })
  const requested = () => searches.filter((url) => url.includes('דנה'))
  const search = page.getByRole('textbox', { name: t('orders:search') })

  await page.clock.pauseAt(Date.now() + 120_000)
  await search.pressSequentially('דנ')
  await page.clock.runFor(50)
  await expect(page.getByText(t('components:search.short', { count: 3 }))).toBeVisible()
  await expect(row(page, 'דנה כהן')).toHaveCount(0)
  await page.clock.runFor(2000)
  expect(searches.filter((url) => /[=:]דנ(?:&|$)/u.test(url))).toEqual([])

  await search.pressSequentially('ה')
  await page.clock.runFor(650)
  expect(requested()).toEqual([])
  await page.clock.runFor(100)
  await expect.poll(() => requested().length).toBe(1)
  await page.clock.resume()
  await expect(row(page, 'דנה כהן')).toBeVisible()
  await expect(row(page, 'רון אביב')).toHaveCount(0)
  for (const name of ['number', 'name', 'phone']) expect(requested()[0]).toContain(name)

  await search.fill('')
  await expect(row(page, 'רון אביב')).toBeVisible()

  await search.fill('אין כאן אדם כזה')
  await expect(page.getByText(t('orders:empty.none'))).toBeVisible()
})

test('a list shows that it is loading, and a long one has page numbers with ellipses', async ({ visit }) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'דנה כהן')
  const page = await visit(sale.producer)
  // A fulfilled reply pretends that the list is long.
  const begun = Promise.withResolvers<undefined>()
  await page.route(LIST, async (route) => {
    await begun.promise
    const answer = await route.fetch({
      url: route
        .request()
        .url()
        .replaceAll(/([?&]page=)\d+/gu, '$11'),
    })
    const body = (await answer.json()) as { readonly data: unknown; readonly meta: object }
    const requested = Number(new URL(route.request().url()).searchParams.get('page') ?? 1)
    await route.fulfill({
      json: { ...body, meta: { ...body.meta, current_page: requested, last_page: 53, total: 1060 } },
    })
  })
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(`/events/${sale.event.uuid}/sold-tickets`)
  await expect(page.getByRole('status').filter({ hasText: t('components:loading') })).toBeVisible()
  begun.resolve(undefined)
  const pager = page.getByRole('navigation', { name: t('components:pages.label') })
  const shown = async () => (await pager.innerText()).replaceAll(/\s+/gu, ' ').trim()
  const go = (number: number) =>
    pager.getByRole('button', { name: t('components:pages.page', { page: number }), exact: true })
  await expect(go(1)).toHaveAttribute('aria-current', 'page')
  expect(await shown()).toBe('1 2 3 4 5 … 53')
  await go(5).click()
  await expect(go(5)).toHaveAttribute('aria-current', 'page')
  expect(await shown()).toBe('1 … 3 4 5 6 7 … 53')
  await go(53).click()
  await expect(go(53)).toHaveAttribute('aria-current', 'page')
  expect(await shown()).toBe('1 … 49 50 51 52 53')
  await expect(pager.getByRole('button', { name: t('components:pages.next') })).toBeDisabled()
  await go(1).click()
  await expect(go(1)).toHaveAttribute('aria-current', 'page')
  await expect(pager.getByRole('button', { name: t('components:pages.previous') })).toBeDisabled()
})
