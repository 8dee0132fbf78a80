import { pay, reserve, showBuyerOrder, updateOrder } from '@kartis/contract/public-orders.ts'
import { scanTicket } from '@kartis/contract/admission.ts'
import { showGateBoard } from '@kartis/contract/gate-board.ts'
import { createGateDevice } from '@kartis/contract/gate-devices.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import { openCheckIn } from '../fake-camera/check-in.ts'
import { videoOfText } from '../fake-camera/video.ts'
import { callAs } from '../fixtures/call.ts'
import { newSale, type Sale } from '../fixtures/events.ts'
import { newPhone, newProducer } from '../fixtures/people.ts'
import { settled } from '../fixtures/stored.ts'
import { expect, test, type Page } from '../fixtures/strict.ts'
import { pattern, t } from '../fixtures/messages.ts'
import { goAlone } from '../pages/gate-phone.ts'
import { scanPage } from '../pages/scan.ts'
import { joinGate } from '../pages/gate.ts'

// The other journeys block service workers to watch the network; here the app is cached on the device.
test.use({ serviceWorkers: 'allow' })

const DAY_MS = 86_400_000
const GONE = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch|N1|N2|N3|N4/u

const free = () => newSale({ types: [{ name: 'כניסה חופשית', price: 0 }] })

/** Tickets of a free event. */
const ticketsOf = async ({ event, types }: Sale, quantity: number): Promise<readonly Ticket[]> => {
  const items = [{ events_ticket_uuid: types[0]?.uuid ?? '', quantity }]
  const { data: held } = await callAs()(reserve, { body: { event_uuid: event.uuid, items } })
  const call = callAs({ order: held.token })
  const params = { uuid: held.uuid }
  await call(updateOrder, { params, body: { name: 'רון אביב', phone: newPhone() } })
  await call(pay, { params })
  return (await call(showBuyerOrder, { params })).data.tickets
}

const codeOf = (tickets: readonly Ticket[], place: number): string => tickets[place]?.code ?? ''

const waitingText = (count: number): string => t('scan:door.waiting', { count })

const writeNote = (page: Page, name: string, daysAgo: number) =>
  page.evaluate(([note, at]) => localStorage.setItem(note, btoa(at)), [
    `kept:${name}`,
    new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
  ] as const)

test('the app starts offline with its cached data, says so, and recovers with the network', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  const { producer, event } = await newSale({ event: { name: 'לילה בלי רשת' } })
  const page = await visit(producer)
  await page.goto('/')
  await expect(page.getByText('לילה בלי רשת').first()).toBeVisible()
  await settled(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('לילה בלי רשת').first()).toBeVisible()
  await expect(page.getByText(t('shell:offline'))).toBeVisible()
  await page.goto(`/events/${event.uuid}/tickets`)
  await expect(page.getByRole('alert').getByText('N1', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText(t('shell:offline'))).toBeHidden({ timeout: 20_000 })
})

test('an offline device checks in for three days after the last reply and fifteen after the last full load, never without one', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  const page = await visit(await newProducer())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: t('home:empty.coming') })).toBeVisible()
  await settled(page)
  await page.context().setOffline(true)
  const alert = page.getByRole('alert')

  await writeNote(page, 'full_load', 14.9)
  await writeNote(page, 'online', 2.9)
  await page.reload()
  await expect(page.getByRole('heading', { name: t('home:empty.coming') })).toBeVisible()

  await writeNote(page, 'online', 3.1)
  await page.reload()
  await expect(alert.getByText('N3', { exact: true })).toBeVisible()
  await expect(alert.getByText(t('errors:N3', { days: 3 }))).toBeVisible()

  await writeNote(page, 'full_load', 15.1)
  await writeNote(page, 'online', 0)
  await page.reload()
  await expect(alert.getByText('N4', { exact: true })).toBeVisible()
  await expect(alert.getByText(t('errors:N4', { days: 15 }))).toBeVisible()

  await page.evaluate(() => localStorage.removeItem('kept:full_load'))
  await page.reload()
  await expect(alert.getByText('N2', { exact: true })).toBeVisible()
  await expect(alert.getByText(t('errors:N2'))).toBeVisible()

  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: t('home:empty.coming') })).toBeVisible({ timeout: 20_000 })
})

test('signing out clears the device, so that the next person sees no data of the previous one', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  const { producer } = await newSale({ event: { name: 'רק שלי' } })
  const page = await visit(producer)
  await page.goto('/')
  await expect(page.getByText('רק שלי').first()).toBeVisible()
  await settled(page)
  await page.getByRole('button', { name: t('shell:menu.open') }).click()
  await page.getByRole('button', { name: t('shell:menu.logout') }).click()
  await expect(page).toHaveURL('/login')
  const next = await newProducer()
  await page.evaluate((token) => localStorage.setItem('access_token', btoa(token)), next.token)
  await page.context().setOffline(true)
  await page.goto('/')
  await expect(page.getByRole('alert').getByText('N2', { exact: true })).toBeVisible()
  await expect(page.getByText('רק שלי')).toHaveCount(0)
  const left = await page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const open = indexedDB.open('kartis')
        open.addEventListener('error', () => reject(new Error('the database does not open')))
        open.addEventListener('success', () => {
          const { result } = open
          const names = [...result.objectStoreNames]
          if (names.length === 0) return resolve(0)
          const tx = result.transaction(names)
          const counts = names.map((name) => tx.objectStore(name).count())
          tx.addEventListener('complete', () => resolve(counts.reduce((sum, { result: rows }) => sum + rows, 0)))
        })
      }),
  )
  expect(left).toBe(0)
})

test('offline check-in survives a reload, admits a ticket once, and uploads its scans when the network is back', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  test.setTimeout(120_000)
  const sale = await free()
  const tickets = await ticketsOf(sale, 3)
  const inside = await visit(sale.producer)
  const device = await openCheckIn(inside.context(), videoOfText(codeOf(tickets, 0)), pageErrors)
  try {
    const { page } = device
    const scan = scanPage(page)
    await scan.open(sale.event.uuid)
    await expect(page.getByText(t('gate:mode.online'))).toBeVisible()
    await settled(page)

    await page.context().setOffline(true)
    await page.reload()
    await expect(page.getByText(t('gate:mode.alone'), { exact: true })).toBeVisible()
    await scan.expectCounters(0, 3, 3)
    await scan.start()
    await expect(scan.result('success')).toBeVisible({ timeout: 30_000 })
    await expect(scan.result('success')).toContainText(t('scan:result.own'))
    await expect(scan.result('success')).toBeHidden({ timeout: 6000 })
    await scan.stop()
    await scan.expectCounters(1, 2, 3)

    await scan.refuse(codeOf(tickets, 0), 'S2')
    await scan.refuse('https://example.com/menu', 'S6')
    await scan.type(codeOf(tickets, 1))
    await expect(scan.result('success')).toBeVisible()
    await expect(scan.result('success')).toBeHidden({ timeout: 6000 })
    await expect(page.getByText(waitingText(2))).toBeVisible()

    await page.context().setOffline(false)
    await expect(page.getByText(waitingText(2))).toBeHidden({ timeout: 25_000 })
    await scan.expectCounters(2, 1, 3)
    const again = sale.producer.call(scanTicket, {
      params: { uuid: sale.event.uuid },
      body: { ticket_uuid: codeOf(tickets, 1) },
    })
    await expect(again).rejects.toThrow(/S2/u)
  } finally {
    await device.close()
  }
})

test('a ticket admitted offline that the server admits meanwhile at another gate is reported to the phone with that gate', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  pageErrors.allow(/status of 409 .*\/scan_ticket/u) // the refusal itself
  test.setTimeout(120_000)
  const sale = await free()
  const tickets = await ticketsOf(sale, 2)
  const page = await visit(sale.producer)
  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await expect(page.getByText(t('gate:mode.online'))).toBeVisible()
  await settled(page)
  await goAlone(page)
  await scan.type(codeOf(tickets, 0))
  await expect(scan.result('success')).toBeVisible()
  await expect(scan.result('success')).toBeHidden({ timeout: 6000 })

  // at the other entrance
  await sale.producer.call(scanTicket, {
    params: { uuid: sale.event.uuid },
    body: { ticket_uuid: codeOf(tickets, 0), device_id: 'phone 8', gate: 'מערב' },
  })
  // leaving with unsent scans asks for confirmation
  await page.getByRole('button', { name: t('shell:menu.open') }).click()
  await page.getByRole('button', { name: t('shell:menu.logout') }).click()
  await expect(page.getByRole('dialog').getByText(t('shell:unsent.title'))).toBeVisible()
  await page.getByRole('button', { name: t('components:back') }).click()
  await page.keyboard.press('Escape')

  await page.context().setOffline(false)
  const list = page
    .getByRole('region', { name: t('gate:twice.title') })
    .or(page.locator('section', { hasText: t('gate:twice.title') }))
  // This phone did nothing wrong: it was the first.
  await expect(list.getByText(pattern('gate:twice.this_first')).first()).toBeVisible({ timeout: 25_000 })
  await expect(list.getByText('מערב').first()).toBeVisible()
  await page.getByRole('button', { name: t('scan:twice.done') }).click()
  await expect(page.getByText(t('gate:twice.title'))).toHaveCount(0)
})

test('two phones without a network let the same two tickets in: the board has both doubles, with the refusals that each phone made', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  test.setTimeout(150_000)
  const sale = await free()
  const tickets = await ticketsOf(sale, 2)
  const [first, second] = [await visit(sale.producer), await visit(sale.producer)]
  const phones = [first, second]
  for (const page of phones) {
    await scanPage(page).open(sale.event.uuid)
    await expect(page.getByText(t('gate:mode.online'))).toBeVisible()
    await settled(page)
  }
  for (const page of phones) await page.context().setOffline(true)
  for (const page of phones) {
    const scan = scanPage(page)
    await expect(page.getByText(t('gate:mode.alone'), { exact: true })).toBeVisible()
    for (const { code } of tickets) {
      await scan.admit(code)
    }
    await scan.refuse(codeOf(tickets, 0), 'S2')
    await scan.refuse('https://example.com/menu', 'S6')
    await expect(page.getByText(waitingText(2))).toBeVisible()
  }

  for (const page of phones) {
    await page.context().setOffline(false)
    await expect(page.getByText(waitingText(2))).toBeHidden({ timeout: 25_000 })
  }
  // The phone whose entries came second says so at once.
  await expect(second.getByText(t('gate:twice.title'))).toBeVisible()
  const board = async () => (await callAs(sale.producer)(showGateBoard, { params: { uuid: sale.event.uuid } })).data
  await expect.poll(async () => (await board()).refusals.length).toBe(2)
  const { conflicts, refusals, counters, devices } = await board()
  expect(conflicts.items.map(({ kind, ticket_number: number }) => `${kind} ${number}`).toSorted()).toEqual(
    tickets.map(({ number }) => `double ${number}`).toSorted(),
  )
  // Both entries of each, with their times.
  for (const { entry, other } of conflicts.items) expect(entry.scanned_at).not.toBe(other?.scanned_at)
  expect(Object.fromEntries(refusals.map(({ code, count }) => [code, count]))).toEqual({ S2: 2, S6: 2 })
  expect(counters.total_scanned).toBe(2)
  expect(devices.map((device) => [device.entries, device.refusals])).toEqual([
    [2, 2],
    [2, 2],
  ])
  const manager = await visit(sale.producer)
  await manager.goto(`/events/${sale.event.uuid}/board`)
  const list = manager.getByRole('list', { name: t('gate-board:conflicts.title') })
  for (const { number } of tickets) await expect(list.getByText(number)).toBeVisible()
  for (const code of ['S2', 'S6']) {
    const row = manager.getByRole('listitem').filter({ hasText: t(`gate-board:refusals.code.${code}`) })
    await expect(row).toContainText('2')
  }
})

test('the link of a helper opens the gate on the phone that joined by it, also without a network', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  const sale = await free()
  const { data } = await sale.producer.call(createGateDevice, {
    params: { uuid: sale.event.uuid },
    body: { label: 'שער צפון', expires_at: new Date(Date.now() + DAY_MS).toISOString() },
  })
  const { pathname, hash } = new URL(data.link)
  const phone = await visit()
  await phone.goto(`${pathname}${hash}`)
  await joinGate(phone)
  await expect(phone.getByText(t('gate-devices:ready.fact.list_now'))).toBeVisible()
  await phone.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await phone.waitForLoadState('networkidle')
  // The camera opens first: what stands below it is drawn for the first time without a network.
  await phone.getByRole('link', { name: t('gate-devices:ready.start') }).click()
  await expect(phone.getByRole('button', { name: t('scan:stop'), exact: true }).first()).toBeVisible()

  await phone.context().setOffline(true)
  await phone
    .getByRole('button', { name: t('scan:stop'), exact: true })
    .first()
    .click()
  await expect(phone.getByRole('heading', { name: t('hub:card.title') })).toBeVisible()
  await phone.goto('about:blank')
  await phone.goto(`${pathname}${hash}`)
  await expect(phone).toHaveURL(/\/gate\/scan$/)
  await expect(phone.getByRole('button', { name: t('gate-people:search.open.numbers') })).toBeVisible()
  await phone.context().setOffline(false)
})
