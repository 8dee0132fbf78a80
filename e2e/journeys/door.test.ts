import { pay, reserve, showBuyerOrder, updateOrder } from '@kartis/contract/public-orders.ts'
import type { Ticket } from '@kartis/contract/tickets.ts'
import { openDoor } from '../camera/door.ts'
import { videoOfText } from '../camera/video.ts'
import { callAs } from '../house/call.ts'
import { newSale, type Sale } from '../house/events.ts'
import { newPhone } from '../house/people.ts'
import { expect, test } from '../house/strict.ts'
import { say } from '../house/words.ts'
import { scanPage } from '../pages/scan.ts'

const free = () => newSale({ types: [{ name: 'כניסה חופשית', price: 0 }] })

/** A ticket of a free event, which its buyer has at once. */
const ticketOf = async ({ event, types }: Sale): Promise<Ticket> => {
  const items = [{ events_ticket_uuid: types[0]?.uuid ?? '', quantity: 1 }]
  const { data: held } = await callAs()(reserve, { body: { event_uuid: event.uuid, items } })
  const call = callAs({ order: held.token })
  const params = { uuid: held.uuid }
  await call(updateOrder, { params, body: { name: 'רון אביב', phone: newPhone() } })
  await call(pay, { params })
  const [ticket] = (await call(showBuyerOrder, { params })).data.tickets
  if (!ticket) throw new Error('the free order has no ticket')
  return ticket
}

test('a code that is no ticket of ours is refused at the camera', async ({ visit, faults }) => {
  faults.allow(/status of 422 .*\/scan_ticket/u) // the refusal itself
  const { producer, event } = await free()
  const inside = await visit(producer)
  const door = await openDoor(inside.context(), videoOfText('https://example.com/menu'), faults)
  try {
    const scan = scanPage(door.page)
    await scan.open(event.uuid)
    await scan.start()
    await expect(scan.result('fail')).toContainText('S6', { timeout: 25_000 })
    await expect(scan.result('fail')).toContainText(say('errors:S6'))
  } finally {
    await door.close()
  }
})

test('a ticket of another event does not enter here, and is still good at its own door', async ({ visit, faults }) => {
  faults.allow(/status of 409 .*\/scan_ticket/u) // the refusal itself
  const [here, there] = [await free(), await free()]
  const { code } = await ticketOf(there)
  const page = await visit(here.producer)
  await scanPage(page).open(here.event.uuid)
  await scanPage(page).type(code)
  await expect(scanPage(page).result('fail')).toContainText('S4')
  await scanPage(page).close()
  const own = await visit(there.producer)
  await scanPage(own).open(there.event.uuid)
  await scanPage(own).type(code)
  await expect(scanPage(own).result('success')).toBeVisible()
})

test('a door without a camera says why, and codes can still be typed', async ({ visit }) => {
  const sale = await free()
  const { code } = await ticketOf(sale)
  const page = await visit(sale.producer)
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await scanPage(page).open(sale.event.uuid)
  await scanPage(page).start()
  await expect(page.getByRole('alert')).toContainText(say('scan:faults.permission-denied'))
  await scanPage(page).type(code)
  await expect(scanPage(page).result('success')).toBeVisible()
})
