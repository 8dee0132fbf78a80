import { admitOfConflict, explainConflict, type GateBoard, type GateConflict } from '@kartis/contract/gate-board.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { json, type StubServer, stubServer } from '../../testing/server.ts'
import { ConflictsCard } from './conflicts-card.tsx'

const conflict: GateConflict = {
  scan_uuid: '019a5b3c-3333-7333-8333-000000000001',
  kind: 'untimely',
  state: 'open',
  ticket_number: '101044-1',
  ticket: { name: 'כניסה רגילה', status: 'valid', redeemed_at: null },
  can_admit: true,
  entry: { scanned_at: '2026-12-03T18:00:00Z', gate: 'שער 5', device: 'אביב' },
  other: null,
  reason: null,
  note: null,
  explained_at: null,
  closed_at: null,
}
const event = { uuid: 'event-1', name: 'ערב', starts_at: '', ends_at: '', timezone: 'Asia/Jerusalem' }

let server: StubServer
beforeEach(() => {
  server = stubServer()
})

const open = async (shown: Partial<GateConflict> = {}) => {
  const board = {
    event,
    conflicts: { open: 1, explained: 0, items: [{ ...conflict, ...shown }] },
  } as unknown as GateBoard
  await renderApp(<ConflictsCard board={board} may={{ explain: true, close: false }} />, {
    messages: ['gate-board', 'gate'],
  })
  return userEvent.setup()
}

it('the dialog for an explanation in words names the ticket, its type and the entries', async () => {
  server.on(explainConflict, () => json({ data: conflict }))
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'הסבר אחר' }))
  const dialog = await screen.findByRole('dialog')
  for (const fact of ['101044-1', 'כניסה רגילה', 'שער 5', 'אביב', '20:00'])
    expect(dialog.textContent, fact).toContain(fact)
})

it('a scan that was not recorded is admitted by hand, with a reason that nobody chose in advance', async () => {
  server.on(admitOfConflict, () => json({ data: { ...conflict, can_admit: false } }))
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'הכנסה ידנית' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('101044-1')
  const admit = within(dialog).getByRole('button', { name: 'הכנסה ורישום' })
  await user.click(admit)
  expect(server.sentTo(admitOfConflict)).toHaveLength(0)
  await user.click(within(dialog).getByRole('radio', { name: 'אישור של אחראי' }))
  await user.click(admit)
  await waitFor(() => expect(server.sentTo(admitOfConflict)).toHaveLength(1))
  expect(server.sentTo(admitOfConflict)[0]?.body).toEqual({ reason: 'approved', note: null })
})

it('a scan whose ticket has entered since says when, and offers nothing', async () => {
  await open({
    can_admit: false,
    ticket: { name: 'כניסה רגילה', status: 'valid', redeemed_at: '2026-12-03T18:41:00Z' },
  })
  expect(screen.getByText('נכנס ב־20:41')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'הכנסה ידנית' })).toBeNull()
})
