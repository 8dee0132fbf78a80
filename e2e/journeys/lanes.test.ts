import { admissionList } from '@kartis/contract/admission-list.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { showGateBoard } from '@kartis/contract/gate-board.ts'
import { createGateDevice } from '@kartis/contract/gate-devices.ts'
import { listOrderEntries } from '@kartis/contract/order-entries.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import { laneOf } from '@kartis/domain/lanes.ts'
import { newFreeSale, orderFree } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { overridesOf } from '../fixtures/database.ts'
import type { Sale } from '../fixtures/events.ts'
import { t } from '../fixtures/messages.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { joinGate } from '../pages/gate.ts'
import { answerDay, scanPage } from '../pages/scan.ts'

const GATES = ['צפון', 'מזרח', 'דרום'] as const
const DAY_MS = 86_400_000

/** A phone of one evening at a gate and in its lane. */
const joined = async (page: Page, sale: Sale, lane: number, role: 'scan' | 'supervisor') => {
  const gate = GATES[lane - 1] ?? ''
  const { data } = await callAs(sale.producer)(createGateDevice, {
    params: { uuid: sale.event.uuid },
    body: { label: gate, gate, role, expires_at: new Date(Date.now() + DAY_MS).toISOString() },
  })
  const { pathname, hash } = new URL(data.link)
  await page.goto(`${pathname}${hash}`)
  await joinGate(page, { name: `עוזר ${lane}` })
  await expect(page.getByText(t('gate-devices:ready.fact.list_now'))).toBeVisible()
  await answerDay(page, sale.event.uuid)
  await page.goto('/gate/scan')
  await page.getByLabel(t('gate:lanes.choose')).selectOption(String(lane))
  await page.waitForLoadState('networkidle')
  return { page, uuid: data.device.uuid }
}

test('three phones without a network see the same ticket: its lane admits it, the others say where, and a lead lets one in on record', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/u)
  test.setTimeout(150_000)
  const sale = await newFreeSale()
  const call = callAs(sale.producer)
  const params = { uuid: sale.event.uuid }
  const gates = GATES.map((name, place) => ({ name, lanes: [place + 1] }))
  await call(updateEvent, { params, body: { settings: { check_in: { offline: 'lanes', lanes: 3 }, gates } } })
  const { tickets, ...order } = await orderFree(sale, { name: 'משפחת לוי', quantity: 10 })
  const plan = { count: 3, gates: gates.map(({ name, lanes }) => ({ name, lanes, typeIds: [] })) }
  const inLane = (lane: number): Ticket[] =>
    tickets.filter(({ uuid, events_ticket_uuid }) => laneOf(plan, uuid, events_ticket_uuid) === lane)
  // Ten tickets leave three lanes with two in one of the first two, whatever their uuids, or nearly so.
  const lane = inLane(1).length >= inLane(2).length ? 1 : 2
  const [ticket, other] = inLane(lane)
  if (!ticket || !other) throw new Error('no lane has two of ten tickets')

  // Its guest reads in the list of the order where to stand.
  const guest = await visit()
  await guest.goto(`/order/tickets/${order.uuid}?token=${order.token}&show=list`)
  const row = guest.getByRole('listitem').filter({ hasText: new RegExp(`${ticket.number}(?!\\d)`, 'u') })
  await expect(row).toContainText(`${t('pass:lane')}: ${lane}`)

  const phones = [
    await joined(await visit(), sale, 1, 'scan'),
    await joined(await visit(), sale, 2, 'scan'),
    await joined(await visit(), sale, 3, 'supervisor'),
  ]
  for (const { page } of phones) await page.context().setOffline(true)
  for (const { page } of phones)
    await expect(page.getByRole('status').filter({ hasText: t('gate:mode.alone') })).toBeVisible()

  // The same ticket at all three, the foreign lanes first.
  const own = phones[lane - 1]
  for (const { page } of [...phones.filter((phone) => phone !== own), ...(own ? [own] : [])]) {
    const scan = scanPage(page)
    await scan.type(ticket.code)
    if (page === own?.page) {
      await expect(scan.result('success')).toContainText(ticket.number)
    } else {
      const refused = scan.result('fail')
      await expect(refused.getByRole('heading')).toHaveText(t('gate:lanes.go', { lane }))
      await expect(refused).toContainText(GATES[lane - 1] ?? '')
      await expect(refused).toContainText('S8')
    }
    await scan.close()
  }

  // A helper cannot let it in, a lead can.
  const [helper, lead] = [phones[lane === 1 ? 1 : 0], phones[2]]
  if (!helper || !lead) throw new Error('three phones have joined')
  for (const { page } of [helper, lead]) await scanPage(page).type(other.code)
  const override = (page: Page) => page.getByRole('button', { name: t('gate:lanes.override') })
  await expect(scanPage(helper.page).result('fail')).toContainText('S8')
  await expect(override(helper.page)).toHaveCount(0)
  await override(lead.page).click()
  await expect(scanPage(lead.page).result('success')).toContainText(other.number)

  // One without its code, found by the order: the lead lets it in as well, and why no code was scanned goes along.
  const third = tickets.find((each) => ![ticket, other, ...inLane(3)].includes(each))
  if (!third) throw new Error('all others are in the third lane')
  await scanPage(lead.page).close()
  await scanPage(lead.page).type(third.number.split('-')[0] ?? '')
  const found = lead.page.getByRole('dialog', { name: t('gate:search.title') })
  await found.getByText(t('gate:reason.id_shown'), { exact: true }).click()
  await found.getByRole('button', { name: t('gate:order.admit_name', { number: third.number }), exact: true }).click()
  await expect(scanPage(lead.page).result('fail')).toContainText('S8')
  await lead.page.screenshot({ path: test.info().outputPath('by-name.png') })
  await override(lead.page).click()
  await expect(scanPage(lead.page).result('success')).toContainText(third.number)
  await scanPage(lead.page).close()

  for (const { page } of phones) await page.context().setOffline(false)
  const entered = async () =>
    (await call(admissionList, { params, query: {} })).data.tickets
      .filter(({ redeemed_at }) => redeemed_at !== undefined)
      .map(({ uuid, device_id }) => [uuid, device_id])
  await expect.poll(entered, { timeout: 40_000 }).toHaveLength(3)
  expect(await entered()).toEqual(
    expect.arrayContaining([
      [ticket.uuid, own?.uuid],
      [other.uuid, lead.uuid],
      [third.uuid, lead.uuid],
    ]),
  )
  expect((await call(showGateBoard, { params })).data.conflicts.open).toBe(0)
  const overridden = await overridesOf(sale.event.uuid)
  expect(overridden).toHaveLength(2)
  for (const { uuid } of [other, third]) expect(overridden).toContainEqual({ ticket: uuid, device: lead.uuid })
  // The page of the order says both.
  const { data: entries } = await call(listOrderEntries, { params: { uuid: order.uuid }, query: {} })
  expect(entries.find((entry) => entry.ticket_uuid === third.uuid)).toMatchObject({
    reason: 'id_shown',
    lane_override: true,
  })
})
