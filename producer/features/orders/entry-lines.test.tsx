import type { ProducerTicket } from '@kartis/contract/tickets.ts'
import { listOrderEntries, type OrderEntry } from '@kartis/contract/order-entries.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { TicketLines } from './ticket-lines.tsx'

const TICKET = '00000000-0000-4000-8000-000000000001'
const ticket = {
  uuid: TICKET,
  name: 'כניסה רגילה',
  number: '101207-1',
  status: 'valid',
  redemption: 'redeemed',
  redeemed_at: '2026-12-03T18:10:00Z',
  price: 0,
} as unknown as ProducerTicket

const entry = (fields: Partial<OrderEntry>): OrderEntry => ({
  scan_uuid: '00000000-0000-4000-8000-000000000002',
  ticket_uuid: TICKET,
  direction: 'entry',
  scanned_at: '2026-12-03T18:10:00Z',
  gate: 'שער מזרח',
  device: 'אביב',
  reason: null,
  note: null,
  conflict: null,
  lane_override: false,
  undone: false,
  ...fields,
})

const show = async (...entries: readonly OrderEntry[]) => {
  const server = stubServer()
  const meta = { current_page: 1, per_page: 100, total: entries.length, last_page: 1 }
  server.on(listOrderEntries, () => json({ data: entries, meta }))
  await renderApp(<TicketLines order="order-1" tickets={[ticket]} />, { messages: ['orders', 'gate', 'states'] })
  await waitFor(() => expect(screen.getByRole('listitem').textContent).toContain('אביב'))
  return screen.getByRole('listitem').textContent
}

it('a ticket that a lead let in although it was of another lane says so, with the time, the gate and who', async () => {
  const text = await show(entry({ reason: 'lane_override', lane_override: true }))
  for (const fact of ['20:10', 'שער מזרח', 'אביב', 'כניסה בכל זאת, בתור אחר']) expect(text).toContain(fact)
})

it('a ticket that entered twice shows both entries, and which was the second', async () => {
  const second = entry({
    scan_uuid: '00000000-0000-4000-8000-000000000003',
    scanned_at: '2026-12-03T18:14:00Z',
    gate: 'שער מערב',
    conflict: 'double',
  })
  const text = await show(entry({}), second)
  for (const fact of ['20:10', 'שער מזרח', '20:14', 'שער מערב', 'כניסה כפולה']) expect(text).toContain(fact)
})

it('an entry by hand says why, and one that was taken back that it was', async () => {
  const text = await show(entry({ reason: 'id_shown', undone: true }))
  for (const fact of ['בלי סריקה: הוצגה תעודה', 'הכניסה בוטלה']) expect(text).toContain(fact)
})

it('a ticket that a lead let in by name in another lane says both, why no code was scanned and that it was another lane', async () => {
  const text = await show(entry({ reason: 'id_shown', note: 'מסך שבור', lane_override: true }))
  for (const fact of ['בלי סריקה: הוצגה תעודה', 'מסך שבור', 'כניסה בכל זאת, בתור אחר']) expect(text).toContain(fact)
})
