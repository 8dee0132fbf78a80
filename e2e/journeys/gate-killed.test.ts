import { showGateBoard } from '@kartis/contract/gate-board.ts'
import { killPage } from '../fixtures/device-storage.ts'
import { callAs } from '../fixtures/call.ts'
import { newSale } from '../fixtures/events.ts'
import { scanDigitsAtOnce } from '../fixtures/keyboard-scanner.ts'
import { t } from '../fixtures/messages.ts'
import { expect, test } from '../fixtures/strict.ts'
import { codesOf, entriesOf, goAlone, GONE, openGate, waitingText } from '../pages/gate-phone.ts'
import { scanPage } from '../pages/scan.ts'

// What is stored on the phone is what these journeys are about.
test.use({ serviceWorkers: 'allow' })

/** More than anybody holds in the head; a kill of 300 is tested at the queue itself. */
const EVENING = 60
const UPLOAD = /\/check_in\/scans$/u

test('a phone that is killed while sixty entries wait has all of them when it is opened again, and each is counted once, also where an answer is lost', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  test.setTimeout(180_000)
  const sale = await newSale({ types: [{ name: 'כניסה חופשית', price: 0, sum_total_available: 100 }] })
  const codes = [...(await codesOf(sale, EVENING / 2)), ...(await codesOf(sale, EVENING / 2))]
  const page = await visit(sale.producer)
  const context = page.context()
  const scan = await openGate(page, sale)
  await goAlone(page)
  for (const [place, code] of codes.entries()) {
    await scanDigitsAtOnce(page, code)
    await scan.expectCounters(place + 1, EVENING - place - 1, EVENING)
  }
  await scan.close()
  await expect(page.getByText(waitingText(EVENING))).toBeVisible()
  await killPage(page)

  const next = await context.newPage()
  const again = scanPage(next)
  await again.open(sale.event.uuid)
  await expect(next.getByText(waitingText(EVENING))).toBeVisible()
  await again.expectCounters(EVENING, 0, EVENING)
  await again.refuse(codes[0] ?? '', 'S2')

  // The server gets the first upload, and the phone no answer to it.
  let uploads = 0
  await context.route(UPLOAD, async (route) => {
    uploads += 1
    if (uploads > 1) return route.continue()
    await route.fetch()
    return route.abort('failed')
  })
  await context.setOffline(false)
  await expect(next.getByText(waitingText(EVENING))).toBeHidden({ timeout: 60_000 })
  await expect(next.getByText(t('scan:lost.title'))).toHaveCount(0)
  expect(uploads).toBeGreaterThan(1)
  expect((await entriesOf(sale)).filter((at) => at !== undefined)).toHaveLength(EVENING)
  const { data } = await callAs(sale.producer)(showGateBoard, { params: { uuid: sale.event.uuid } })
  expect(data.conflicts).toMatchObject({ open: 0, explained: 0 })
  expect(data.devices.map(({ entries, refusals }) => [entries, refusals])).toEqual([[EVENING, 1]])
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})
