import { buyFree, newFreeSale } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { newPhone } from '../fixtures/people.ts'
import { expect, test } from '../fixtures/strict.ts'
import { t } from '../fixtures/messages.ts'
import { scanPage } from '../pages/scan.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { pay, reserve, showBuyerOrder, updateOrder } from '@kartis/contract/public-orders.ts'
import { laneOf } from '@kartis/domain/lanes.ts'

const FAMILY = 4

const familyOrder = async (sale: Awaited<ReturnType<typeof newFreeSale>>) => {
  const items = [{ events_ticket_uuid: sale.types[0]?.uuid ?? '', quantity: FAMILY }]
  const { data: held } = await callAs()(reserve, { body: { event_uuid: sale.event.uuid, items } })
  const call = callAs({ order: held.token })
  const params = { uuid: held.uuid }
  await call(updateOrder, { params, body: { name: 'משפחת לוי', phone: newPhone() } })
  await call(pay, { params })
  return (await call(showBuyerOrder, { params })).data
}

test('a family enters by its number and its order, and a mistaken entry is undone @phone-and-desktop', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  const order = await familyOrder(sale)
  const page = await visit(sale.producer)
  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await scan.start()
  await scan.expectCounters(0, FAMILY, FAMILY)

  // the number as printed, in the pad, without its hyphen
  await scan.type(`${order.number}1`)
  await expect(scan.result('success')).toContainText('משפחת לוי')
  await expect(scan.result('success')).toContainText(`${order.number}-1`)
  await scan.close()
  await scan.expectCounters(1, FAMILY - 1, FAMILY)

  // the rest of the order, from the last entry
  await page.getByRole('button', { name: t('gate:recent.more', { count: FAMILY - 1 }) }).click()
  const dialog = page.getByRole('dialog', { name: t('gate:search.title') })
  const admitRest = dialog.getByRole('button', { name: t('gate:order.admit_rest', { count: FAMILY - 1 }) })
  await admitRest.click()
  await expect(dialog.getByText(t('gate:reason.missing'))).toBeVisible()
  await dialog.getByText(t('gate:reason.id_shown'), { exact: true }).click()
  await admitRest.click()
  // as large as the result of a scan, and gone by itself
  await expect(scan.result('success')).toContainText(t('gate:order.done', { count: FAMILY - 1 }).replace('.', ''))
  await expect(scan.result('success')).toBeHidden()
  await expect(dialog.getByText(t('gate:order.done', { count: FAMILY - 1 }))).toBeVisible()
  await expect(dialog.getByText(t('gate:search.all_inside', { count: FAMILY }))).toBeVisible()

  // one of them was a mistake
  await dialog.getByRole('button', { name: t('gate:order.undo_name', { number: `${order.number}-3` }) }).click()
  await page.getByRole('button', { name: t('gate:undo.action'), exact: true }).click()
  await expect(dialog.getByText(t('gate:search.inside', { count: FAMILY - 1, total: FAMILY }))).toBeVisible()
  await page.keyboard.press('Escape')
  await scan.expectCounters(FAMILY - 1, 1, FAMILY)
  // those by hand are entries of this device as well, and the undone one is none any more
  const recent = page.getByRole('region', { name: t('gate:recent.title') }).getByRole('listitem')
  await expect(recent).toHaveCount(FAMILY - 1)
  await expect(recent.filter({ hasText: `${order.number}-3` })).toHaveCount(0)
})

test('a guest is found by name, and an order number typed alone opens the order', async ({ visit }) => {
  const sale = await newFreeSale()
  await buyFree(sale, 'רון אביב')
  const order = await familyOrder(sale)
  const page = await visit(sale.producer)
  await scanPage(page).open(sale.event.uuid)
  await scanPage(page).type(order.number)
  const dialog = page.getByRole('dialog', { name: t('gate:search.title') })
  await expect(dialog.getByText(`${order.number}-${FAMILY}`)).toBeVisible()
  // What admits is in sight on a phone, also where a keyboard leaves half of the screen.
  for (const height of [844, 480]) {
    await page.setViewportSize({ width: 390, height })
    const admitRest = dialog.getByRole('button', { name: t('gate:order.admit_rest', { count: FAMILY }) })
    await expect(admitRest, `${height} high`).toBeInViewport({ ratio: 1 })
  }
  await dialog.getByRole('button', { name: t('gate:search.back') }).click()
  await dialog.getByRole('textbox').fill('אביב רון')
  await dialog.getByRole('button', { name: 'רון אביב' }).click()
  await dialog.getByText(t('gate:reason.guest_list'), { exact: true }).click()
  await dialog
    .getByRole('button', { name: t('gate:order.admit'), exact: false })
    .first()
    .click()
  await expect(scanPage(page).result('success')).toContainText('רון אביב')
  await scanPage(page).close()
  await expect(dialog.getByText(t('gate:order.done', { count: 1 }))).toBeVisible()
  await page.keyboard.press('Escape')
  await scanPage(page).expectCounters(1, FAMILY, FAMILY + 1)
})

test('a scanner that types admits a ticket while the focus is in a field', async ({ visit }) => {
  const sale = await newFreeSale()
  const { code } = await buyFree(sale, 'נועה ברקן')
  const page = await visit(sale.producer)
  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await scan.expectCounters(0, 1, 1)
  await page.getByLabel(t('scan:manual.label')).focus()
  await page.keyboard.type(code) // a few milliseconds for each digit, as a scanner does
  await page.keyboard.press('Enter')
  await expect(scan.result('success')).toBeVisible()
  await scan.expectCounters(1, 0, 1)
  await expect(page.getByLabel(t('scan:manual.label'))).toHaveValue('')
})

test('without a network a ticket enters in its lane only, and a lead may let it in elsewhere', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/u)
  const sale = await newFreeSale()
  await callAs(sale.producer)(updateEvent, {
    params: { uuid: sale.event.uuid },
    body: { settings: { check_in: { offline: 'lanes', lanes: 3 }, people_offline: true } },
  })
  const ticket = await buyFree(sale, 'נועה ברקן')
  const own = laneOf({ count: 3, gates: [] }, ticket.uuid, ticket.events_ticket_uuid) ?? 0
  const other = (own % 3) + 1
  const page = await visit(sale.producer)
  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await scan.expectCounters(0, 1, 1)
  await page.getByLabel(t('gate:lanes.choose')).selectOption(String(other))
  await scan.start()
  await expect(page.locator('video')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await expect(page.getByRole('status').filter({ hasText: t('gate:lanes.lane', { lane: other }) })).toBeVisible()

  await scan.type(ticket.number)
  const refused = page.locator('dialog[open][data-state="fail"]')
  await expect(refused.getByRole('heading')).toHaveText(t('gate:lanes.go', { lane: own }))
  await expect(refused).toContainText('S8')
  await page.screenshot({ path: test.info().outputPath('lane.png') })
  await refused.getByRole('button', { name: t('gate:lanes.override') }).click()
  await expect(scan.result('success')).toContainText('נועה ברקן')
  await scan.expectCounters(1, 0, 1)
  await page.context().setOffline(false)
})

test('a guest who left comes back where the producer allows it, also without a network', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR|409/u)
  const sale = await newFreeSale()
  const ticket = await buyFree(sale, 'נועה ברקן')
  const page = await visit(sale.producer)
  await page.goto(`/events/${sale.event.uuid}/tickets`)
  await page.getByText(t('gate:again.after_exit'), { exact: true }).click()
  await expect(page.getByText(t('gate:again.after_exit_text'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(t('gate:again.after_exit_text'))).toBeVisible()

  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await scan.start()
  await scan.type(ticket.number)
  await expect(scan.result('success')).toContainText('נועה ברקן')
  await scan.close()
  await page.getByText(t('gate:exit.exit'), { exact: true }).click()
  await expect(page.getByText(t('gate:exit.strip'))).toBeVisible()
  await scan.type(ticket.number)
  await expect(scan.result('success')).toContainText(t('gate:exit.done'))
  await page.screenshot({ path: test.info().outputPath('exit.png') })
  await scan.close()
  await expect(page.getByText(t('scan:counters.inside'))).toBeVisible()
  await scan.type(ticket.number)
  await expect(page.locator('dialog[open][data-state="fail"]')).toContainText('S9')
  await scan.close()

  await page.context().setOffline(true)
  await page.getByText(t('gate:exit.entry'), { exact: true }).click()
  await scan.type(ticket.number)
  await expect(scan.result('success')).toContainText(t('gate:again.entered'))
  await scan.close()
  await scan.type(ticket.number)
  await expect(page.locator('dialog[open][data-state="fail"]')).toContainText('S2')
  await page.context().setOffline(false)
})

test('keys, search and number pad are in reach on a phone held sideways, and the search field stays where it is', async ({
  visit,
}) => {
  const sale = await newFreeSale()
  for (const name of ['נועה ברקן', 'נועה לוי', 'נועה כהן', 'נועה אביב', 'נועה שלו']) await buyFree(sale, name)
  const page = await visit(sale.producer)
  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await scan.start()
  const key = (name: 'search' | 'number') => page.getByRole('button', { name: t(`gate:keys.${name}`), exact: true })
  const shot = (name: string) => page.screenshot({ path: test.info().outputPath(`${name}.png`) })
  for (const [width, height] of [
    [640, 360],
    [667, 375],
    [390, 480],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(page.locator('video')).toBeVisible()
    await shot(`scan-${width}-${height}`)
    await key('search').click({ trial: true })
    await key('number').click()
    const check = page.getByRole('dialog').getByRole('button', { name: t('scan:manual.send') })
    await expect(check).toBeInViewport({ ratio: 1 })
    await shot(`pad-${width}-${height}`)
    await page.keyboard.press('Escape')
    await expect(check).toBeHidden()
  }

  await key('search').click()
  const dialog = page.getByRole('dialog', { name: t('gate:search.title') })
  const field = dialog.getByLabel(t('gate-people:search.label.all'))
  const begun = dialog.getByText(t('gate-people:search.start.all'))
  await expect(begun).toBeVisible()
  const place = async () => Math.round((await field.boundingBox())?.y ?? 0)
  await expect.poll(place).toBeLessThan(200)
  const before = await place()
  for (const [text, count] of [
    ['נועה', 5],
    ['נועה לוי', 1],
    ['רון', 0],
  ] as const) {
    await field.fill(text)
    await expect(dialog.getByRole('listitem')).toHaveCount(count)
    await expect(begun).toBeHidden()
    expect(await place()).toBe(before)
    await shot(`search-${count}`)
  }
})

test('on a phone held sideways the verdict of a scan is in sight, and its buttons are', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/409/u)
  const sale = await newFreeSale()
  const order = await familyOrder(sale)
  const page = await visit(sale.producer)
  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await scan.start()
  let next = 1
  for (const [width, height] of [
    [844, 390],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const state of ['success', 'fail'] as const) {
      await scan.type(`${order.number}-${next}`)
      const result = scan.result(state)
      await expect(result.getByRole('heading')).toBeInViewport({ ratio: 1 })
      await expect(result.locator('svg').first()).toBeInViewport({ ratio: 1 })
      await expect(result.getByRole('button', { name: t('scan:result.close') })).toBeInViewport({ ratio: 1 })
      await page.screenshot({ path: test.info().outputPath(`${state}-${width}.png`) })
      await scan.close()
    }
    next += 1
  }
})
