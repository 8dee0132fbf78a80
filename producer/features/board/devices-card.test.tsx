import type { GateBoard } from '@kartis/contract/gate-board.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { DevicesCard } from './devices-card.tsx'

const NOW = '2026-12-03T18:00:00Z'

const phone = (scans: number): GateBoard['devices'][number] => ({
  uuid: null,
  name: 'רמי נסים',
  role: null,
  gate: null,
  state: 'seen',
  contact_at: NOW,
  pending: null,
  battery: null,
  clock_off_ms: null,
  clock_jumps: 0,
  scans,
})

it('a member with several phones has a row for each, however often the board is loaded again', async () => {
  const card = (devices: GateBoard['devices']) => (
    <DevicesCard devices={devices} ended={[]} zone="Asia/Jerusalem" asOf={NOW} manage={undefined} />
  )
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
    pending: 3,
  }
  const lost = { ...device, sends_until: null }
  const revoked = { ...device, uuid: '01970000-0000-7000-8000-000000000003', sends_until: '2026-12-04T18:00:00Z' }
  await renderApp(
    <DevicesCard devices={[]} ended={[lost, revoked]} zone="Asia/Jerusalem" asOf={NOW} manage={undefined} />,
    { messages: ['gate-board', 'gate-devices'] },
  )
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('3 סריקות נשארו בו ולא ייקלטו')
  expect(second?.textContent).toContain('3 סריקות טרם נשלחו ממנו. הן ייקלטו עד')
})
