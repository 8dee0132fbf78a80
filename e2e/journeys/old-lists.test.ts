import { admissionList } from '@kartis/contract/admission-list.ts'
import { updateEvent } from '@kartis/contract/events.ts'
import { showGateBoard } from '@kartis/contract/gate-board.ts'
import { createGateDevice } from '@kartis/contract/gate-devices.ts'
import { cancelOrder, showOrder } from '@kartis/contract/orders.ts'
import { newFreeSale, orderFree } from '../fixtures/buy.ts'
import { callAs } from '../fixtures/call.ts'
import { fromNow, newSale, type Sale } from '../fixtures/events.ts'
import { t } from '../fixtures/messages.ts'
import { accept, offer } from '../fixtures/transfer.ts'
import { expect, type Page, test } from '../fixtures/strict.ts'
import { goAlone, goOnline, waitingText } from '../pages/gate-phone.ts'
import { joinGate } from '../pages/gate.ts'
import { answerDay, scanPage } from '../pages/scan.ts'

const HOUR_MS = 3_600_000
const GONE = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|net::ERR|N1/u

const cutOff = async (page: Page): Promise<void> => {
  await page.waitForLoadState('networkidle')
  await goAlone(page)
}

test('without a network the old code of a ticket that was passed on is refused and its new one enters; one that was passed on or cancelled after the list was loaded enters, and is a conflict on the board', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  test.setTimeout(120_000)
  const sale = await newFreeSale()
  const order = await orderFree(sale, { name: 'תמר לוי', quantity: 4 })
  const [passedOn, valid, cancelled, late] = order.tickets
  if (!passedOn || !valid || !cancelled || !late) throw new Error('the order has too few tickets')
  await accept(await offer(order, passedOn.uuid), 'דנה ברק')
  const shown = await callAs(sale.producer)(showOrder, { params: { uuid: order.uuid }, query: { with: ['tickets'] } })
  const anew = shown.data.tickets?.find(({ uuid }) => uuid === passedOn.uuid)?.code ?? ''

  const page = await visit(sale.producer)
  const scan = scanPage(page)
  await scan.open(sale.event.uuid)
  await scan.expectCounters(0, 4, 4)
  await cutOff(page)
  await scan.refuse(passedOn.code, 'S3', t('gate:result.reissued'))
  expect(anew).not.toBe(passedOn.code)
  await scan.type(anew)
  await expect(scan.result('success')).toContainText(passedOn.number)
  await scan.close()

  // Meanwhile, with a network elsewhere.
  const call = callAs(sale.producer)
  await call(cancelOrder, { params: { uuid: order.uuid }, body: { refund: false, ticket_uuids: [cancelled.uuid] } })
  await accept(await offer(order, late.uuid), 'נועה ברקן')
  for (const { code, number } of [valid, cancelled, late]) {
    await scan.type(code)
    await expect(scan.result('success')).toContainText(number)
    await scan.close()
  }
  await expect(page.getByText(waitingText(4))).toBeVisible()
  await goOnline(page, 4)

  const params = { uuid: sale.event.uuid }
  const conflicts = async () =>
    (await call(showGateBoard, { params })).data.conflicts.items
      .map(({ kind, ticket_number: number }) => `${kind} ${number}`)
      .toSorted()
  await expect.poll(conflicts).toEqual([`cancelled ${cancelled.number}`, `reissued ${late.number}`])
  const { tickets } = (await call(admissionList, { params, query: {} })).data
  const entered = tickets.filter(({ redeemed_at }) => redeemed_at !== undefined).map(({ uuid }) => uuid)
  expect(entered).toEqual(expect.arrayContaining([passedOn.uuid, valid.uuid]))
  await page.goto(`/events/${sale.event.uuid}/board`)
  const list = page.getByRole('list', { name: t('gate-board:conflicts.title') })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  for (const { number } of [cancelled, late]) await expect(list.getByText(number)).toBeVisible()
})

test('without a network a phone at a gate sends a ticket of another gate there (S7), refuses one outside of its hours (S5), and takes a code in Arabic digits', async ({
  visit,
  pageErrors,
}) => {
  pageErrors.allow(GONE)
  const sale = await newSale({ types: ['פרטר', 'יציע', 'בוקר'].map((name) => ({ name, price: 0 })) })
  const call = callAs(sale.producer)
  const params = { uuid: sale.event.uuid }
  const [floor, balcony, morning] = sale.types
  if (!floor || !balcony || !morning) throw new Error('the event has too few types')
  const gates = [
    { name: 'צפון', events_ticket_uuids: [floor.uuid, morning.uuid] },
    { name: 'דרום', events_ticket_uuids: [balcony.uuid] },
  ]
  const type_hours = [{ events_ticket_uuid: morning.uuid, opens_at: null, closes_at: fromNow(-HOUR_MS) }]
  await call(updateEvent, { params, body: { settings: { gates, type_hours } } })
  const codeOf = async (type: Sale['types'][number]): Promise<string> =>
    (await orderFree({ ...sale, types: [type] }, { name: 'רון אביב' })).tickets[0]?.code ?? ''
  const [ofFloor, ofBalcony, ofMorning] = [await codeOf(floor), await codeOf(balcony), await codeOf(morning)]

  const { data } = await call(createGateDevice, {
    params,
    body: { label: 'צפון', gate: 'צפון', expires_at: fromNow(24 * HOUR_MS) },
  })
  const { pathname, hash } = new URL(data.link)
  const page = await visit()
  await page.goto(`${pathname}${hash}`)
  await joinGate(page)
  await expect(page.getByText(t('gate-devices:ready.fact.list_now'))).toBeVisible()
  await answerDay(page, sale.event.uuid)
  await page.goto('/gate/scan')
  const scan = scanPage(page)
  await scan.expectCounters(0, 3, 3)
  await cutOff(page)
  await scan.refuse(ofBalcony, 'S7', 'דרום')
  await scan.refuse(ofMorning, 'S5', t('gate:hours.of_type'))
  const arabic = ofFloor.replaceAll(/\d/gu, (digit) => String.fromCodePoint(0x660 + Number(digit)))
  expect(arabic).not.toBe(ofFloor)
  await scan.type(arabic)
  await expect(scan.result('success')).toContainText('פרטר')
  await scan.close()
  await scan.expectCounters(1, 2, 3)
  await goOnline(page, 1)
})
