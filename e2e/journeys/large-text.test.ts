import { randomUUID } from 'node:crypto'
import { uploadScans } from '@kartis/contract/admission.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import type { Locator } from '@playwright/test'
import { orderFree } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { newSale } from '../fixtures/events.ts'
import { cutTexts, enlarge, lostTexts, spilledTexts, widthOf } from '../fixtures/large-text.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { newSeatedSale } from '../fixtures/seats.ts'
import { expect, test } from '../fixtures/strict.ts'
import { scanPage } from '../pages/scan.ts'

const PHONE_WIDTH = 390

const linesOf = (text: Locator): Promise<number> =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size
  })

/** An event with exits and two types, at which one guest has entered at the northern gate. */
const newEvening = async () => {
  const types = [
    { name: 'כניסה וטעימות', price: 0 },
    { name: 'ילדים עד גיל 12', price: 0 },
  ]
  const sale = await newSale({ types, event: { name: 'פסטיבל יין ההר' } })
  const { tickets } = await orderFree(sale, { name: 'נועה ברקן שפירא', quantity: 3 })
  const call = callAs(sale.producer)
  const params = { uuid: sale.event.uuid }
  const gates = [{ name: 'שער צפון', events_ticket_uuids: sale.types.map(({ uuid }) => uuid) }]
  const re_entry = { policy: 'after_exit' as const, entries_per_day: null }
  await call(updateEvent, { params, body: { settings: { gates, re_entry } } })
  const at = new Date().toISOString()
  const scan = {
    device_seq: 1,
    scan_uuid: randomUUID(),
    verdict: 'admitted' as const,
    scanned_at: at,
    gate: 'שער צפון',
  }
  const scans = [{ ...scan, ticket_uuid: tickets[0]?.code ?? '' }]
  await call(uploadScans, { params, body: { device_id: 'phone north', sent_at: at, scans } })
  return { sale, numbers: tickets.map(({ number }) => number) }
}

for (const size of [130, 200]) {
  test(`the camera, the counters and a refusal are read at the gate with text of ${size} per cent`, async ({
    visit,
    pageErrors,
  }) => {
    pageErrors.allow(/409/u)
    const { sale, numbers } = await newEvening()
    const page = await visit(sale.producer)
    const shot = (name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) })
    await page.setViewportSize({ width: PHONE_WIDTH, height: 844 })
    await page.addInitScript(
      (gate) => localStorage.setItem('device:gate', gate),
      Buffer.from('שער צפון').toString('base64'),
    )
    const scan = scanPage(page)
    await scan.open(sale.event.uuid)
    await scan.start()
    await expect(page.locator('video')).toBeVisible()
    await enlarge(page, size)
    await scan.expectCounters(1, 2, 3)
    // As many as at a large event.
    await page.locator('dl dd').evaluateAll((figures) => {
      for (const { firstChild } of figures) if (firstChild) firstChild.nodeValue = '1,686'
    })
    await shot('camera')
    expect(await spilledTexts(page.locator('dl :is(dt, dd), header p, nav button'))).toEqual([])
    for (const whole of [
      page.getByText('שער צפון', { exact: true }).first(),
      page.getByText(t('gate:exit.exit'), { exact: true }),
      page.getByRole('button', { name: t('gate:keys.number'), exact: true }),
      page.locator('svg:has([vector-effect])').first(),
    ])
      await expect(whole).toBeInViewport({ ratio: 1 })
    expect(await widthOf(page)).toBeLessThanOrEqual(PHONE_WIDTH)

    await scan.type(numbers[0] ?? '')
    const refused = scan.result('fail')
    await expect(refused.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await shot('refused')
    await expect(refused.locator('svg').first()).toBeInViewport({ ratio: 1 })
    await expect(refused.getByRole('button', { name: t('scan:result.close') })).toBeInViewport({ ratio: 1 })
    expect(await spilledTexts(refused.locator('h2, dt, dd, p, li, button'))).toEqual([])
    expect(await linesOf(refused.locator('dd').first())).toBe(1)
    await scan.close()

    await scan.type(numbers[1] ?? '')
    await expect(scan.result('success').getByRole('heading')).toBeInViewport({ ratio: 1 })
    await shot('admitted')
  })

  test(`the board of the entrance is as wide as the phone with text of ${size} per cent`, async ({ visit }) => {
    const { sale } = await newEvening()
    const page = await visit(sale.producer)
    await page.setViewportSize({ width: PHONE_WIDTH, height: 844 })
    await page.goto(`/events/${sale.event.uuid}/board`)
    await expect(page.getByRole('heading', { name: 'פסטיבל יין ההר' })).toBeVisible()
    await enlarge(page, size)
    await page.screenshot({ path: test.info().outputPath('board.png'), fullPage: true })
    expect(await widthOf(page)).toBeLessThanOrEqual(PHONE_WIDTH)
    expect(await cutTexts(page, 'header :is(h1, p, b, a, button), section :is(h2, h3, p, dd, li, b)')).toEqual([])
  })
}

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

  test(`the tickets of an order are whole with text of ${size} per cent, whether they are one or several`, async ({
    page,
  }) => {
    const types = [{ name: 'כניסה חופשית לרחבה המרכזית', price: 0 }]
    const sale = await newSale({ types, event: { name: 'לילה לבן בנמל: נועה ברקן והתזמורת' } })
    for (const quantity of [1, 3]) {
      const { uuid, token } = await orderFree(sale, { name: 'רון אביב שפירא', quantity })
      await page.goto(`/order/tickets/${uuid}?token=${token}&show=list`)
      await enlarge(page, size)
      expect(await lostTexts(page)).toEqual([])
      await page
        .getByRole('button', { name: t('transfer:offer.start') })
        .first()
        .click()
      expect(await lostTexts(page)).toEqual([])
    }
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

  test(`the page of signing in fits a phone with text of ${size} per cent`, async ({ page }) => {
    await page.goto('/login')
    await expect(page.getByRole('button', { name: t('auth:login.submit') })).toBeVisible()
    await enlarge(page, size)
    expect(await widthOf(page)).toBeLessThanOrEqual(PHONE_WIDTH)
  })
}
