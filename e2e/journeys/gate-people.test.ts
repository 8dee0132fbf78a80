import { createGateDevice, revokeGateDevices } from '@kartis/contract/gate-devices.ts'
import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { t } from '../fixtures/messages.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { scanPage } from '../pages/scan.ts'
import { joinGate } from '../pages/gate.ts'

/** A device reports every half minute. */
const CONTACT_MS = 45_000
const HOURS_MS = 4 * 3_600_000

/** What lies in the browser's database, as text; keys and files as what can be read of them. */
const storedText = (page: Page): Promise<{ readonly text: string; readonly people: number }> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.addEventListener('success', () => resolve(request.result))
      })
    const database = await done(indexedDB.open('kartis'))
    const names = [...database.objectStoreNames]
    const rows = await Promise.all(names.map((name) => done(database.transaction(name).objectStore(name).getAll())))
    const textOf = (_name: string, value: unknown) =>
      value instanceof Uint8Array ? new TextDecoder().decode(value) : value
    const people = names.flatMap((name, at) => (name.startsWith('people') ? (rows[at] ?? []) : []))
    return { text: JSON.stringify(rows, textOf), people: people.length }
  })

test('a helper finds guests by name without a network where the producer allows it, and the names are gone once he is revoked', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR|40[19]/u)
  const sale = await newFreeSale()
  const ticket = await buyFree(sale, 'נועה ברקן')
  const manager = await visit(sale.producer)
  await manager.goto(`/events/${sale.event.uuid}/tickets`)
  await expect(manager.getByText(t('gate-people:setting.title'))).toBeVisible()
  await manager.getByRole('switch', { name: t('gate-people:setting.switch') }).click()
  await expect(manager.getByText(t('gate-people:setting.on'))).toBeVisible()
  await manager.screenshot({ path: test.info().outputPath('setting.png'), fullPage: true })

  const call = callAs(sale.producer)
  const params = { uuid: sale.event.uuid }
  const expires_at = new Date(Date.now() + HOURS_MS).toISOString()
  const { data } = await call(createGateDevice, { params, body: { label: 'שער צפון', expires_at } })
  const link = new URL(data.link)
  const helper = await visit()
  await helper.goto(`${link.pathname}${link.hash}`)
  await joinGate(helper)
  await helper.getByRole('link', { name: t('gate-devices:ready.start') }).click()
  // Its camera is on: what the phone has stored stands on the page behind it.
  await helper.getByRole('button', { name: t('scan:stop'), exact: true }).click()
  const moment = t('gate-people:status', { moment: '' }).trim()
  await expect(helper.getByText(moment)).toBeVisible()
  await helper.screenshot({ path: test.info().outputPath('scan.png'), fullPage: true })

  await helper.context().setOffline(true)
  const dialog = helper.getByRole('dialog', { name: t('gate:search.title') })
  const search = async (text: string) => {
    await helper.getByRole('button', { name: t('gate-people:search.open.names') }).click()
    await dialog.getByLabel(t('gate-people:search.label.names'), { exact: true }).fill(text)
    await expect(dialog.getByText('נועה ברקן')).toBeVisible()
    await helper.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await search('ברקן')
  await search(ticket.number.split('-')[0] ?? '')
  const before = await storedText(helper)
  expect(before.people).toBe(2)
  expect(before.text).toContain(ticket.number)
  expect(before.text).not.toContain('נועה')

  await call(revokeGateDevices, { params, body: { device_uuids: [data.device.uuid], lost: true } })
  // It hears of that by itself, when the network is back.
  await helper.context().setOffline(false)
  await expect(helper.getByRole('heading', { name: t('gate-devices:ended.title') })).toBeVisible({
    timeout: CONTACT_MS,
  })
  await expect.poll(async () => (await storedText(helper)).people).toBe(0)
})

test('without the names a search without a network says by what it finds, and finds a ticket by its number', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/u)
  const sale = await newFreeSale()
  const ticket = await buyFree(sale, 'נועה ברקן')
  const page = await visit(sale.producer)
  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await scan.expectCounters(0, 1, 1)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: t('gate-people:search.open.numbers') }).click()
  const dialog = page.getByRole('dialog', { name: t('gate:search.title') })
  await expect(dialog.getByText(t('gate-people:search.none'))).toBeVisible()
  const field = dialog.getByLabel(t('gate-people:search.label.numbers'), { exact: true })
  await field.fill('נועה')
  await expect(dialog.getByText(t('gate:search.none'))).toBeVisible()
  await expect(dialog.getByText(t('gate-people:search.none_text.numbers'))).toBeVisible()
  await expect(dialog.getByText('טלפון')).toHaveCount(0)
  await field.fill(ticket.number)
  await expect(dialog.getByText(t('gate:search.order', { number: ticket.number.split('-')[0] }))).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('search.png') })
  await page.context().setOffline(false)
})
