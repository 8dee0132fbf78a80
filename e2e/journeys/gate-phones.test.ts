import { showGateBoard } from '@kartis/contract/gate-board.ts'
import { evictStorage, killOnPut, letListBeOld, storedFiles } from '../fixtures/device-storage.ts'
import { newFreeSale } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { moveClock, setClock } from '../fixtures/device-clock.ts'
import type { Sale } from '../fixtures/events.ts'
import { t } from '../fixtures/messages.ts'
import { settled } from '../fixtures/stored.ts'
import { layersGone } from '../fixtures/layers.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { codesOf, entriesOf, goAlone, goOnline, GONE, openGate, waitingText } from '../pages/gate-phone.ts'
import { scanPage } from '../pages/scan.ts'

// What is stored on the phone is what these journeys are about.
test.use({ serviceWorkers: 'allow' })

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** What the phone scans meanwhile waits on it, and is sent when the network is back. */
const withoutNetwork = async (page: Page, evening: () => Promise<void>): Promise<void> => {
  const waiting = page.getByRole('region', { name: t('scan:door.label') }).getByText(/ממתינ/u)
  await goAlone(page)
  await evening()
  await expect(waiting).toBeVisible()
  await page.context().setOffline(false)
  await expect(waiting).toBeHidden({ timeout: 25_000 })
}

for (const [name, off] of [
  ['a day ahead', DAY],
  ['a day behind', -DAY],
] as const)
  test(`the entries of a phone whose clock is ${name} have the time of the server, and setting it back is on the board`, async ({
    visit,
    pageErrors,
  }) => {
    pageErrors.allow(GONE)
    test.setTimeout(120_000)
    const sale = await newFreeSale()
    const [first = '', second = '', third = '', fourth = ''] = await codesOf(sale, 4)
    const page = await visit(sale.producer)
    await setClock(page, off)
    const scan = await openGate(page, sale)
    const begun = Date.now()
    await withoutNetwork(page, async () => {
      await scan.admit(first)
      await scan.admit(second)
    })
    const ended = Date.now()
    const board = async () => (await callAs(sale.producer)(showGateBoard, { params: { uuid: sale.event.uuid } })).data
    const clockJumps = async () => (await board()).devices.map(({ clock_jumps }) => clock_jumps)
    const entries = (await entriesOf(sale)).flatMap((at) => (at === undefined ? [] : [Date.parse(at)]))
    expect(entries).toHaveLength(2)
    for (const at of entries) {
      expect(at).toBeGreaterThan(begun - 2000)
      expect(at).toBeLessThan(ended + 2000)
    }
    expect(await clockJumps()).toEqual([0])

    // Somebody sets it two hours back in the middle of the evening: one entry lies in the future, and one before it.
    await withoutNetwork(page, async () => {
      await scan.admit(third)
      await moveClock(page, off - 2 * HOUR)
      await scan.admit(fourth)
    })
    // The board is made anew when a change is read, which may be a moment later.
    await expect.poll(clockJumps).toEqual([2])
    expect((await entriesOf(sale)).filter((at) => at !== undefined)).toHaveLength(3)
    const { conflicts } = await board()
    expect(conflicts.items.map(({ kind, can_admit }) => [kind, can_admit])).toEqual([['untimely', true]])
    await page.goto(`/events/${sale.event.uuid}/board`)
    await expect(page.getByText(t('gate-board:devices.clock')).first()).toBeVisible()
    const number = conflicts.items[0]?.ticket_number ?? ''
    const conflict = page.getByRole('list', { name: t('gate-board:conflicts.title') }).getByRole('listitem')
    await expect(conflict.filter({ hasText: number })).toBeVisible()
  })

test('a phone whose browser throws its storage away keeps its open page, says what it lost, and has its list again with a network', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  test.setTimeout(180_000)
  const sale = await newFreeSale()
  const [first = '', second = '', third = ''] = await codesOf(sale, 3)
  const page = await visit(sale.producer)
  const scan = await openGate(page, sale)
  await goAlone(page)
  await scan.admit(first)

  // Behind the open page: it has its list and its scans in memory, goes on, and sends them.
  await evictStorage(page)
  await scan.admit(second)
  await scan.refuse(first, 'S2')
  await goOnline(page, 2)
  await expect(page.getByText(waitingText(1))).toBeHidden()
  await expect.poll(async () => (await entriesOf(sale)).filter((at) => at !== undefined)).toHaveLength(2)
  await expect(page.getByText(t('scan:lost.title'))).toHaveCount(0)

  // With a scan that was never sent, and the page gone: nothing brings it back, so the phone says so.
  await page.reload()
  await expect(page.getByText(t('gate:ready.yes'))).toBeVisible()
  await settled(page)
  await goAlone(page)
  await scan.admit(third)
  await expect(page.getByText(waitingText(1))).toBeVisible()
  const url = page.url()
  await layersGone(page)
  await page.goto('about:blank')
  await evictStorage(page)
  await page.context().setOffline(false)
  await page.goto(url)
  const alert = page.getByRole('alert').filter({ hasText: t('scan:lost.title') })
  await expect(alert).toContainText(t('scan:lost.text', { count: 1, from: '', to: '' }).split('־')[0] ?? '')
  await page.screenshot({ path: test.info().outputPath('lost.png') })
  expect((await entriesOf(sale)).filter((at) => at !== undefined)).toHaveLength(2)
  // The list is there again, whole: the third ticket enters by its number, as whoever reports it says.
  await expect(page.getByText(t('gate:ready.yes'))).toBeVisible({ timeout: 30_000 })
  await goAlone(page)
  await scan.expectCounters(2, 1, 3)
  await scan.refuse(second, 'S2')
  await scan.admit(third)
  await alert.getByRole('button', { name: t('scan:lost.done') }).click()
  await expect(alert).toHaveCount(0)
  await goOnline(page, 1)
  // Whoever runs the entrance sees it as well, although it was dealt with here: one number of the sequence never came.
  const never = page.getByText(t('gate-board:missing.scans', { count: 1 }))
  await layersGone(page)
  await page.goto(`/events/${sale.event.uuid}/board`)
  await expect(never).toBeVisible({ timeout: 25_000 })
  await page.screenshot({ path: test.info().outputPath('never-arrived.png') })
  await page.goto(`/events/${sale.event.uuid}/gate-devices`)
  await expect(never).toBeVisible()
})

test('a phone without its list and without an answer says plainly that it cannot scan, and scans once the list is there', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  const sale = await newFreeSale()
  const [code = ''] = await codesOf(sale, 1)
  const page = await visit(sale.producer)
  const scan = await openGate(page, sale)
  await page.goto('about:blank')
  await evictStorage(page)
  // The page is there, and from then on the network is not.
  const CHECK_IN = /\/(?:check_in|admission_list|scan_ticket|healthz)/u
  await page.context().route(CHECK_IN, (route) => route.abort('failed'))
  await scan.open(sale.event.uuid)
  await expect(page.getByText(t('scan:door.list_none'))).toBeVisible({ timeout: 25_000 })
  await expect(page.getByText(t('gate:ready.yes'))).toHaveCount(0) // nor that it will be ready in a moment
  await scan.type(code)
  const unchecked = page.locator('dialog[open][data-state="unchecked"]')
  await expect(unchecked).toContainText(t('scan:result.unchecked_no_list'), { timeout: 25_000 })
  await page.screenshot({ path: test.info().outputPath('no-list.png') })
  await unchecked.getByRole('button', { name: t('scan:result.close') }).click()
  await scan.start()
  await expect(page.getByText(t('scan:door.list_none'))).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('no-list-camera.png') })
  await page.context().unroute(CHECK_IN)
  await expect(page.getByText(t('scan:door.list_none'))).toBeHidden({ timeout: 25_000 })
  await expect(page.getByText(t('gate:mode.online')).last()).toBeVisible()
  await scan.type(code)
  await expect(scan.result('success')).toBeVisible()
})

/** Opens the gate, sells one more ticket, and kills the phone as it writes into a store of what it loads anew. */
const dieWriting = async (page: Page, sale: Sale, store: string): Promise<string> => {
  await page.goto('about:blank')
  // Meanwhile one more is sold, so that what is being written is another list.
  const [sold = ''] = await codesOf(sale, 1)
  await killOnPut(page, store)
  const died = page.waitForEvent('crash')
  await page.goto(`/events/${sale.event.uuid}/scan-tickets`).catch(() => undefined)
  await died
  await page.close()
  return sold
}

for (const [what, store] of [
  ['its list', 'lists'],
  ['a file of tickets in the place of another', 'snapshots'],
] as const)
  test(`a phone that dies while ${what} is written has what it had before, whole`, async ({ visit, pageErrors }) => {
    pageErrors.allow(GONE)
    test.setTimeout(120_000)
    const sale = await newFreeSale()
    const { uuid } = sale.event
    const [first = '', second = ''] = await codesOf(sale, 2)
    const page = await visit(sale.producer)
    const context = page.context()
    const scan = await openGate(page, sale)
    await scan.expectCounters(0, 2, 2)
    await expect(page.getByText(t('gate:ready.yes'))).toBeVisible()
    const [before] = await storedFiles(page, uuid)
    await letListBeOld(page, uuid)
    const sold = await dieWriting(page, sale, store)

    const next = await context.newPage()
    const again = scanPage(next)
    await context.setOffline(true)
    await again.open(uuid)
    await expect(next.getByText(t('gate:mode.alone'), { exact: true })).toBeVisible()
    // The file in whose place another one was being written is there, alone; with the list in its place, both are.
    const files = await storedFiles(next, uuid)
    expect(files.map(([slot]) => slot)).toEqual(store === 'snapshots' ? ['current'] : ['current', 'previous'])
    expect(files.at(-1)?.[1]).toBe(before?.[1])
    // Of a list that was not stored the file is there, which has the third ticket, and no number of it.
    await expect(next.getByText(t('gate:list.codes'))).toHaveCount(store === 'lists' ? 1 : 0)
    const tickets = store === 'lists' ? 3 : 2
    await again.expectCounters(0, tickets, tickets)
    await again.admit(first)
    await again.expectCounters(1, tickets - 1, tickets)
    await again.refuse(first, 'S2')
    // Sold after the list: its signature admits it.
    await again.admit(sold)
    await expect(next.getByText(waitingText(2))).toBeVisible()
    await goOnline(next, 2)
    await again.expectCounters(2, 1, 3)
    await expect(next.getByText(t('gate:ready.yes'))).toBeVisible()
    await again.admit(second)
    expect((await storedFiles(next, uuid)).map(([slot]) => slot)).toEqual(['current', 'previous'])
  })

test('a phone that dies while its first file of tickets is written has nothing, and everything with a network', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  test.setTimeout(120_000)
  const sale = await newFreeSale()
  await codesOf(sale, 2)
  const page = await visit(sale.producer)
  const context = page.context()
  await (await openGate(page, sale)).expectCounters(0, 2, 2)
  await evictStorage(page, 'indexeddb')
  const sold = await dieWriting(page, sale, 'snapshots')
  const next = await context.newPage()
  const again = scanPage(next)
  await again.open(sale.event.uuid)
  await again.expectCounters(0, 3, 3)
  await expect(next.getByText(t('gate:ready.yes'))).toBeVisible()
  await again.admit(sold)
})
