import { admitTickets, type GateOrder } from '@kartis/contract/admission.ts'
import text from '@kartis/i18n/messages/he/gate.json'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { Admitted } from '../../shared/check-in/recent-entries.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { GuestOrder } from './guest-order.tsx'

const ticket = (number: string, redemption: 'pending' | 'redeemed') => ({
  uuid: number,
  number,
  name: 'כניסה רגילה',
  events_ticket_uuid: 'type-1',
  status: 'valid' as const,
  redemption,
  redeemed_at: redemption === 'redeemed' ? '2026-11-24T18:00:00Z' : null,
  gate: null,
})

const order: GateOrder = {
  uuid: 'order-1',
  number: '101207',
  holder: 'נועה',
  phone_end: '567',
  tickets_count: 2,
  entered_count: 1,
  tickets: [ticket('101207-1', 'redeemed'), ticket('101207-2', 'pending')],
}

const entryOf = (number: string): Admitted => ({
  scanUuid: `scan of ${number}`,
  ticketUuid: number,
  number,
  holder: null,
  name: 'כניסה רגילה',
  at: new Date().toISOString(),
})

const run = vi.fn(async () => true)
const open = (mayUndo: boolean, shown = order, admitted: readonly Admitted[] = []) =>
  renderApp(
    <GuestOrder
      event="event-1"
      zone="Asia/Jerusalem"
      list={() => undefined}
      scanned={{ admitted, note: vi.fn(), forget: vi.fn(), show: vi.fn() }}
      undo={{ isAllowed: mayUndo, isPending: false, run }}
      mayEnter={() => true}
      onCounters={vi.fn()}
      order={shown}
      onChanged={vi.fn()}
    />,
    { messages: ['gate', 'scan'] },
  )

describe('an order that was found at the gate', () => {
  it('asks for the reason before the buttons that admit', async () => {
    await open(true)
    const reason = await screen.findByText(text.reason.id_shown)
    for (const button of screen.getAllByRole('button', { name: /הכנס/u }))
      expect(reason.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  })

  it('says where each ticket sits', async () => {
    const seat = { uuid: 'seat-1', section: 'אולם', row: '12', number: '7', gate: 'שער 3' }
    await open(true, { ...order, tickets: [{ ...ticket('101207-2', 'pending'), seat }] })
    expect(await screen.findByText(/אולם.? · שורה 12 · כיסא 7 · שער 3/u)).toBeTruthy()
  })

  it('names whoever holds a ticket that its buyer has given away', async () => {
    const held = { ...ticket('101207-2', 'pending'), holder: 'יעל ברק', phone_end: '7719' }
    await open(true, { ...order, tickets: [ticket('101207-1', 'pending'), held] })
    const rows = await screen.findAllByRole('listitem')
    const names = rows.map((row) => row.textContent?.includes('יעל ברק'))
    expect(names).toEqual([false, true])
    expect(rows[1]?.textContent).toContain('7719')
  })

  it('says who undoes an entry to whoever may not, once somebody has entered', async () => {
    await open(false)
    expect(await screen.findByText(text.undo.who)).toBeTruthy()
  })

  it('says nothing of it to whoever may undo, or where nobody has entered', async () => {
    await open(true)
    expect(screen.queryByText(text.undo.who)).toBeNull()
    await open(false, { ...order, entered_count: 0, tickets: [ticket('101207-2', 'pending')] })
    expect(screen.queryByText(text.undo.who)).toBeNull()
  })

  it('a helper undoes there the entry that he has just made, and is sent to nobody', async () => {
    const own = entryOf('101207-1')
    await open(false, order, [own])
    ;(await screen.findByRole('button', { name: /ביטול הכניסה של כרטיס 101207-1/u })).click()
    expect(run).toHaveBeenCalledWith(expect.objectContaining({ uuid: '101207-1', own }))
    expect(screen.queryByText(text.undo.who)).toBeNull()
    expect(screen.queryByText(text.undo.who_others)).toBeNull()
  })

  it('a helper is sent to the lead for the entries that are not his last', async () => {
    const both = {
      ...order,
      entered_count: 2,
      tickets: [ticket('101207-1', 'redeemed'), ticket('101207-2', 'redeemed')],
    }
    await open(false, both, [entryOf('101207-2')])
    expect(await screen.findByText(text.undo.who_others)).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /ביטול הכניסה/u })).toHaveLength(1)
  })

  it('an entry that is too old to take back has no undoing', async () => {
    await open(false, order, [{ ...entryOf('101207-1'), at: '2026-11-24T18:00:00Z' }])
    expect(await screen.findByText(text.undo.who)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /ביטול הכניסה/u })).toBeNull()
  })

  it('lets so many of a family in as have come, without a press for each', async () => {
    const server = stubServer()
    server.on(admitTickets, () => json({ data: [], meta: { counters: {} } }))
    const family = {
      ...order,
      entered_count: 0,
      tickets: [1, 2, 3, 4].map((place) => ticket(`101207-${place}`, 'pending')),
    }
    await open(true, family)
    ;(await screen.findByText(text.reason.id_shown)).click()
    const fewer = screen.getByRole('button', {
      name: new RegExp(`פחות.*${text.order.how_many}|${text.order.how_many}.*פחות`, 'u'),
    })
    fireEvent.click(fewer)
    fireEvent.click(screen.getByRole('button', { name: text.order.admit_some_other.replace('{{count}}', '3') }))
    await waitFor(() => expect(server.sentTo(admitTickets)).toHaveLength(1))
    const sent = server.sentTo(admitTickets)[0]?.body as { tickets: readonly { ticket_uuid: string }[] }
    expect(JSON.stringify(sent)).toContain('101207-3')
    expect(JSON.stringify(sent)).not.toContain('101207-4')
  })

  it('asks for tickets one by one where they differ: seats, types, holders', async () => {
    const rows = [1, 2, 3].map((place) => ticket(`101207-${place}`, 'pending'))
    await open(true, { ...order, tickets: rows.map((row, place) => (place === 0 ? { ...row, name: 'ילד' } : row)) })
    expect(await screen.findByText(text.reason.id_shown)).toBeTruthy()
    expect(screen.queryByText(text.order.how_many)).toBeNull()
  })
})
