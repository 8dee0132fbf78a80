// Statements of the product specification; see docs/SPEC-COVERAGE.md.
import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { newSale } from '../fixtures/events.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { scanPage } from '../pages/scan.ts'

test('the check-in screen shows its event and three initial counters before the first scan @phone-and-desktop', async ({
  visit,
}) => {
  const { producer, event } = await newSale()
  const page = await visit(producer)
  await scanPage(page).open(event.uuid)
  const main = page.getByRole('main')
  await expect(main.getByText(t('scan:subtitle'))).toBeVisible()
  for (const fact of [event.name, 'האנגר 11', 'הירקון', '97', 'תל אביב-יפו']) await expect(main).toContainText(fact)
  await expect(main).toContainText(/\d\d:\d\d/u)
  await scanPage(page).expectCounters(0, 0, 0)
  // From the foot of the page, where the button still is.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await scanPage(page).start()
  await expect(page.locator('video')).toBeInViewport({ ratio: 0.9 })
  const requested = page.waitForRequest((request) => request.url().includes(`/v1/producer/events/${event.uuid}`))
  await page.getByRole('button', { name: t('scan:stop'), exact: true }).click()
  await requested // the counters are loaded anew
  await expect(page.locator('video')).toHaveCount(0)
})

const scans = /\/scan_ticket$/u

test('a check cannot be closed while it runs, and a success disappears after three seconds', async ({ visit }) => {
  const sale = await newFreeSale()
  const { uuid } = await buyFree(sale, 'רון אביב')
  const page = await visit(sale.producer)
  const answered = Promise.withResolvers<undefined>()
  await page.route(scans, async (route) => {
    await answered.promise
    await route.continue()
  })
  await page.clock.install()
  await scanPage(page).open(sale.event.uuid)
  await scanPage(page).expectCounters(0, 1, 1)
  await page.clock.pauseAt(Date.now() + 60_000) // the phone must not lose its patience with the server
  await scanPage(page).type(uuid)
  const checking = page.getByRole('dialog', { name: t('scan:result.check'), exact: true })
  await expect(checking).toBeVisible()
  await expect(checking.getByRole('button')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(checking).toBeVisible()
  answered.resolve(undefined)
  await expect(scanPage(page).result('success')).toContainText('רון אביב')
  await page.clock.runFor(2900)
  await expect(scanPage(page).result('success')).toBeVisible()
  await page.clock.runFor(200)
  await expect(scanPage(page).result('success')).toBeHidden()
  await scanPage(page).expectCounters(1, 0, 1)
})

test('an unreadable code asks for another try', async ({ visit, pageErrors }) => {
  pageErrors.allow(/status of 422/u) // provoked below
  const sale = await newFreeSale()
  const page = await visit(sale.producer)
  await page.route(scans, (route) =>
    route.fulfill({ status: 422, json: { error: { code: 'validation', description: 'לא', detail: {} } } }),
  )
  await scanPage(page).open(sale.event.uuid)
  await scanPage(page).type('K1~~~')
  await expect(scanPage(page).result('again')).toContainText(t('scan:result.again_text'))
  await scanPage(page).close()
  await expect(scanPage(page).result('again')).toBeHidden()
})

const CAMERA_ERRORS = [
  { error: 'NotAllowedError', reason: 'permission-denied' },
  { error: 'NotFoundError', reason: 'no-camera' },
  { error: 'NotReadableError', reason: 'in-use' },
  { error: 'OverconstrainedError', reason: 'overconstrained' },
] as const

for (const { error, reason } of CAMERA_ERRORS)
  test(`a camera error ${error} is shown with its name and reason`, async ({ visit }) => {
    const { producer, event } = await newSale()
    const page = await visit(producer)
    await page.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', name))
    }, error)
    await scanPage(page).open(event.uuid)
    await scanPage(page).start()
    // the name is small, before the sentence
    await expect(page.getByRole('alert')).toContainText(`${error}${t(`scan:faults.${reason}`)}`)
  })

test('a browser without camera support, an insecure origin and a camera that does not start are reported too', async ({
  visit,
}) => {
  const { producer, event } = await newSale()
  const expectError = async (reason: string, spoil: () => void, fast = false): Promise<void> => {
    const page = await visit(producer)
    await page.addInitScript(spoil)
    if (fast) await page.clock.install()
    await scanPage(page).open(event.uuid)
    await scanPage(page).start()
    if (fast) {
      await expect(page.getByText(t('scan:waiting'))).toBeVisible()
      await page.clock.runFor(7000)
    }
    await expect.soft(page.getByRole('alert'), reason).toContainText(t(`scan:faults.${reason}`))
  }
  await expectError('unsupported', () => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }))
  await expectError('insecure-context', () => Object.defineProperty(window, 'isSecureContext', { value: false }))
  await expectError(
    'timeout',
    () => {
      // a stream that never delivers a frame
      navigator.mediaDevices.getUserMedia = () => Promise.resolve(document.createElement('canvas').captureStream(0))
    },
    true,
  )
})

test('an unknown camera error is shown with its own message', async ({ visit }) => {
  const { producer, event } = await newSale()
  const page = await visit(producer)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Starting failed', 'AbortError'))
  })
  await scanPage(page).open(event.uuid)
  await scanPage(page).start()
  await expect(page.getByRole('alert')).toContainText('AbortError: Starting failed')
  await expect(page.getByRole('alert')).toContainText(t('scan:faults.unknown'))
})
