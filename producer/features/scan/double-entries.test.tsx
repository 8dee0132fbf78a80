import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { unsettledScans } from '../../shared/check-in/scan-queue.ts'
import { metElsewhere } from '../../shared/check-in/use-gate-contact.ts'
import { renderApp } from '../../testing/render.tsx'
import { DoubleEntries } from './double-entries.tsx'

const EVENT = 'event-1'

beforeEach(() => {
  metElsewhere.write([])
  unsettledScans.write({ ...unsettledScans.read(), refused: [] })
})

const show = async () => {
  await renderApp(<DoubleEntries event={EVENT} zone="Asia/Jerusalem" />, { messages: ['gate', 'scan', 'errors'] })
  return screen.getByRole('listitem').textContent
}
const met = (other: string) => [
  {
    scan_uuid: 'scan-1',
    ticket_number: '101081-2',
    scanned_at: '2026-12-03T18:10:00Z',
    other: { scanned_at: other, gate: 'שער מזרח', device: null },
  },
]

it('the phone that let a ticket in first is not told that it was scanned already: it reads that it was first', async () => {
  metElsewhere.write(met('2026-12-03T18:14:00Z'))
  const text = await show()
  expect(text).toContain('המכשיר הזה הכניס ראשון, ב־20:10')
  expect(text).not.toContain('הכרטיס כבר נסרק')
})

it('the phone that came second reads when and where the ticket had entered, once', async () => {
  metElsewhere.write(met('2026-12-03T18:02:00Z'))
  const text = await show()
  expect(text).toContain('הכרטיס כבר נכנס ב־20:02')
  expect(text).not.toContain('הכרטיס כבר נסרק.')
})
