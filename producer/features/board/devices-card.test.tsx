import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { closeGateDevices } from '@kartis/contract/gate-devices.ts'
import text from '@kartis/i18n/messages/he/gate-board.json'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ACCOUNT, EVENT } from '../../testing/admission.ts'
import { renderApp } from '../../testing/render.tsx'
import { json, stubServer } from '../../testing/server.ts'
import { DevicesCard } from './devices-card.tsx'
import { EndedRow } from './ended-row.tsx'

const NOW = '2026-12-03T18:00:00Z'

const phone = (scans: number): GateBoard['devices'][number] => ({
  uuid: null,
  name: 'רמי נסים',
  role: null,
  gate: null,
  state: 'seen',
  contact_at: NOW,
  pending: null,
  unknown_since: null,
  missing: null,
  battery: null,
  clock_off_ms: null,
  clock_jumps: 0,
  scans,
  entries: scans,
  refusals: 0,
})

const boardOf = (devices: GateBoard['devices'], ended: GateBoard['ended_devices'] = []) => ({
  as_of: NOW,
  event: { uuid: EVENT, name: 'הופעה', starts_at: NOW, ends_at: NOW, timezone: 'Asia/Jerusalem' },
  devices,
  ended_devices: ended,
})

it('a member with several phones has a row for each, however often the board is loaded again', async () => {
  const card = (devices: GateBoard['devices']) => <DevicesCard board={boardOf(devices)} manage={undefined} />
  const joined = { ...phone(0), uuid: '01970000-0000-7000-8000-000000000001', name: 'דנה' }
  const phones = [1, 2, 3].map(phone)
  const { rerender } = await renderApp(card([joined, ...phones]), { messages: ['gate-board', 'gate-devices'] })
  for (const place of [3, 1, 2, 0]) rerender(card([...phones.slice(0, place), joined, ...phones.slice(place)]))
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
})

it('a device that was revoked as lost says that its scans do not come, any other one until when they do', async () => {
  const device = {
    uuid: '01970000-0000-7000-8000-000000000002',
    name: 'יונתן',
    gate: 'שער 2',
    ended_at: NOW,
    cause: 'revoked' as const,
    pending: 3,
    unknown_since: null,
    missing: null,
  }
  const lost = { ...device, sends_until: null }
  const revoked = { ...device, uuid: '01970000-0000-7000-8000-000000000003', sends_until: '2026-12-04T18:00:00Z' }
  await renderApp(<DevicesCard board={boardOf([], [lost, revoked])} manage={undefined} />, {
    messages: ['gate-board', 'gate-devices'],
  })
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('3 סריקות נשארו בו ולא ייקלטו')
  expect(second?.textContent).toContain('3 סריקות טרם נשלחו ממנו. הן ייקלטו עד')
})

it('every device that has scanned says how many it let in, those of one evening too', async () => {
  const joined = {
    ...phone(5),
    uuid: EVENT,
    role: 'scan',
    state: 'online',
    pending: 0,
    scans: 15,
    entries: 12,
  } as const
  await renderApp(<DevicesCard board={boardOf([{ ...joined, refusals: 3 }])} manage={undefined} />, {
    messages: ['gate-board', 'gate-devices'],
  })
  const row = screen.getByRole('listitem').textContent
  expect(row).toContain('12 כניסות')
  expect(row).toContain('3 לא נכנסו')
  expect(row).toContain(text.devices.none_pending)
})

it('a device without contact says since when nobody knows what waits on it, and never that nothing does', async () => {
  const silent = {
    ...phone(4),
    uuid: EVENT,
    role: 'scan',
    state: 'silent',
    unknown_since: '2026-12-03T17:41:00Z',
  } as const
  const devices = [
    { ...silent, pending: 0 },
    { ...silent, uuid: ACCOUNT, pending: 3 },
  ]
  await renderApp(<DevicesCard board={boardOf(devices)} manage={undefined} />, {
    messages: ['gate-board', 'gate-devices'],
  })
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('ממתינות: לא ידוע מאז 19:41')
  expect(first?.textContent).not.toContain(text.devices.none_pending)
  expect(second?.textContent).toContain('3 סריקות המתינו; לא ידוע מאז 19:41')
})

it('a revoked device that was not heard of stays until a manager says why nobody waits for it', async () => {
  const ended = {
    uuid: EVENT,
    name: 'מיכל',
    gate: null,
    ended_at: '2026-12-03T17:50:00Z',
    cause: 'revoked' as const,
    pending: 0,
    unknown_since: '2026-12-03T17:41:00Z',
    sends_until: '2026-12-04T17:50:00Z',
    missing: null,
  }
  const server = stubServer()
  server.on(closeGateDevices, () => json({ data: [] }))
  const row = (mayClose: boolean) => (
    <ul>
      <EndedRow device={ended} board={boardOf([])} mayClose={mayClose} />
    </ul>
  )
  const { unmount } = await renderApp(row(false), { messages: ['gate-board'] })
  const shown = screen.getByRole('listitem').textContent
  expect(shown).toContain('ההרשאה נשללה ב־19:50')
  expect(shown).toContain('לא ידוע מה נסרק בו מאז 19:41')
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  await renderApp(row(true), { messages: ['gate-board'] })
  fireEvent.click(screen.getByRole('button', { name: /מיכל/u }))
  const dialog = screen.getByRole('dialog')
  const save = within(dialog).getByRole('button', { name: text.ended.close_action })
  fireEvent.click(save)
  expect(dialog.textContent).toContain(text.ended.note_missing)
  fireEvent.change(within(dialog).getByLabelText(text.ended.note), { target: { value: 'נמצא, ריק' } })
  fireEvent.click(save)
  await waitFor(() =>
    expect(server.sentTo(closeGateDevices).map(({ body }) => body)).toEqual([
      { device_uuids: [EVENT], note: 'נמצא, ריק' },
    ]),
  )
})

it('phones that were put away together are taken off the board with one reason, and the question says how many', async () => {
  const ended = [1, 2, 3].map((place) => ({
    uuid: `01970000-0000-7000-8000-00000000000${place}`,
    name: `טלפון ${place}`,
    gate: null,
    ended_at: NOW,
    cause: 'expired' as const,
    pending: 0,
    unknown_since: NOW,
    sends_until: null,
    missing: null,
  }))
  const server = stubServer()
  server.on(closeGateDevices, () => json({ data: [] }))
  const messages = ['gate-board', 'gate-devices'] as const
  const card = (manage: string | undefined) => <DevicesCard board={boardOf([], ended)} manage={manage} />
  const { unmount } = await renderApp(card(undefined), { messages: [...messages] })
  expect(screen.queryByRole('button')).toBeNull()
  unmount()
  await renderApp(card('/devices'), { messages: [...messages] })
  fireEvent.click(screen.getByRole('button', { name: 'הסרת כל 3 מהלוח' }))
  const dialog = screen.getByRole('dialog', { name: 'להסיר 3 מכשירים מהלוח?' })
  fireEvent.change(within(dialog).getByLabelText(text.ended.note), { target: { value: 'סוף הערב' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'הסרת כל 3 מהלוח' }))
  await waitFor(() =>
    expect(server.sentTo(closeGateDevices)[0]?.body).toEqual({
      device_uuids: ended.map(({ uuid }) => uuid),
      note: 'סוף הערב',
    }),
  )
})

it('a phone says apart how many it let in and how many it did not', async () => {
  await renderApp(<DevicesCard board={boardOf([{ ...phone(3), entries: 2, refusals: 1 }])} manage={undefined} />, {
    messages: ['gate-board', 'gate-devices'],
  })
  const row = screen.getByRole('listitem').textContent
  expect(row).toContain('2 כניסות')
  expect(row).toContain('אחד לא נכנס')
})

it('scans of a phone that never arrived are on its row, with their times and their place in its sequence', async () => {
  const missing = {
    count: 3,
    numbers: { first: 7, last: 9 },
    from: '2026-12-03T17:41:00Z',
    to: '2026-12-03T17:55:00Z',
  }
  const ended = {
    uuid: EVENT,
    name: 'מיכל',
    gate: null,
    ended_at: '2026-12-03T17:58:00Z',
    cause: 'revoked' as const,
    pending: 0,
    unknown_since: null,
    sends_until: '2026-12-04T17:58:00Z',
    missing: { ...missing, numbers: null },
  }
  const board = boardOf([{ ...phone(12), missing }], [ended])
  await renderApp(<DevicesCard board={board} manage={undefined} />, { messages: ['gate-board', 'gate-devices'] })
  const [row, over] = screen.getAllByRole('listitem')
  expect(row?.textContent).toContain('3 סריקות מהמכשיר לא הגיעו')
  expect(row?.textContent).toContain('בין 19:41 ל־19:55')
  expect(row?.textContent).toContain('ברצף: 7–9')
  expect(row?.textContent).not.toContain(text.devices.none_pending)
  expect(over?.textContent).toContain('3 סריקות מהמכשיר לא הגיעו')
  // Nothing waits on it, so that nothing is said of it.
  expect(over?.textContent).not.toContain('טרם נשלח')
})
