import { openCheckIn } from '../fake-camera/check-in.ts'
import { videoOfText } from '../fake-camera/video.ts'
import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { expect, test } from '../fixtures/strict.ts'
import { asHeadline, t } from '../fixtures/messages.ts'
import { scanPage } from '../pages/scan.ts'

test('a code that is not a ticket is refused at the camera', async ({ visit, pageErrors }) => {
  pageErrors.allow(/status of 422 .*\/scan_ticket/u) // the refusal itself
  const { producer, event } = await newFreeSale()
  const inside = await visit(producer)
  const device = await openCheckIn(inside.context(), videoOfText('https://example.com/menu'), pageErrors)
  try {
    const scan = scanPage(device.page)
    await scan.open(event.uuid)
    await scan.start()
    await expect(scan.result('fail')).toContainText('S6', { timeout: 25_000 })
    await expect(scan.result('fail')).toContainText(asHeadline(t('errors:S6')))
  } finally {
    await device.close()
  }
})

test('a ticket of another event is refused and stays valid at its own event', async ({ visit, pageErrors }) => {
  pageErrors.allow(/status of 409 .*\/scan_ticket/u) // the refusal itself
  const [here, there] = [await newFreeSale(), await newFreeSale()]
  const { code } = await buyFree(there, 'רון אביב')
  const page = await visit(here.producer)
  await scanPage(page).open(here.event.uuid)
  await scanPage(page).type(code)
  await expect(scanPage(page).result('fail')).toContainText('S4')
  await expect(scanPage(page).result('fail').getByRole('heading')).toHaveText(asHeadline(t('errors:S4')))
  await test.step('with a cross, on red', async () => {
    const fail = scanPage(page).result('fail')
    await expect(fail.locator('svg circle')).toBeVisible()
    await expect(fail.locator('svg path')).toHaveAttribute('d', 'M36 36l28 28M64 36L36 64')
    const middle = await fail.evaluate((dialog) =>
      /rgb\((\d+), (\d+), (\d+)\)/u.exec(getComputedStyle(dialog).backgroundImage),
    )
    const [red = 0, green = 0, blue = 0] = (middle ?? []).slice(1).map(Number)
    expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  })
  await scanPage(page).close()
  const own = await visit(there.producer)
  await scanPage(own).open(there.event.uuid)
  await scanPage(own).type(code)
  await expect(scanPage(own).result('success')).toBeVisible()
})

test('a device without a camera says why, and codes can still be typed', async ({ visit }) => {
  const sale = await newFreeSale()
  const { code } = await buyFree(sale, 'רון אביב')
  const page = await visit(sale.producer)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await scanPage(page).open(sale.event.uuid)
  await scanPage(page).start()
  await expect(page.getByRole('alert')).toContainText(t('scan:faults.permission-denied'))
  await scanPage(page).type(code)
  await expect(scanPage(page).result('success')).toBeVisible()
})
