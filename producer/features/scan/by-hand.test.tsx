import type { GateOrder } from '@kartis/contract/admission.ts'
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { overlayOf } from './by-hand.ts'
import type { AdmittedTogether } from './gate-acts.ts'
import { ResultOverlay } from './result-overlay.tsx'

const order: GateOrder = {
  uuid: 'order-1',
  number: '101207',
  holder: 'נועה',
  phone_end: '567',
  tickets_count: 6,
  entered_count: 0,
  tickets: [],
}
const admitted = (position: number) => ({
  scanUuid: `scan ${position}`,
  ticketUuid: `ticket ${position}`,
  number: `101207-${position}`,
  holder: null,
  name: 'כניסה רגילה',
  at: '2026-11-24T18:00:00Z',
})
const refusal = { number: '101207-6', code: 'S3', text: 'הכרטיס בוטל.', detail: {} }
const counters = { total_scanned: 6, total_unscanned: 4, total_tickets: 10 }

const show = async (result: Pick<AdmittedTogether, 'admitted' | 'refused'>) => {
  const overlay = overlayOf(order, { ...result, counters, decidedBy: 'server' }, undefined, {
    reason: 'id_shown',
    note: null,
  })
  const { container } = await renderApp(
    <ResultOverlay
      overlay={overlay}
      eventName="Gala"
      zone="Asia/Jerusalem"
      isEarly={false}
      onClose={vi.fn()}
      onRetry={vi.fn()}
    />,
    { messages: ['scan', 'gate', 'errors'] },
  )
  const { state, kind } = container.querySelector('dialog')?.dataset ?? {}
  return { state, kind, heading: screen.getByRole('heading', { hidden: true }).textContent, overlay }
}

describe('the result of an entry by hand', () => {
  it('of a group says over the whole page how many entered, and of which order', async () => {
    const shown = await show({ admitted: [1, 2, 3, 4, 5, 6].map(admitted), refused: [] })
    expect(shown).toMatchObject({ state: 'success', kind: undefined, heading: '6 כרטיסים נכנסו' })
    expect(screen.getByRole('status', { hidden: true }).textContent).toContain('הזמנה 101207')
  })

  it('of one ticket names it, and may be taken back from there', async () => {
    const { heading, overlay } = await show({ admitted: [admitted(2)], refused: [] })
    expect(heading).toBe('כרטיס אחד נכנס')
    expect(screen.getByText('101207-2')).toBeTruthy()
    expect(overlay).toMatchObject({ entry: { scanUuid: 'scan 2' } })
  })

  it('of a group that is not wholly in is not green, and says who is out and why', async () => {
    const { state, kind } = await show({ admitted: [admitted(1), admitted(2)], refused: [refusal] })
    expect({ state, kind }).toEqual({ state: 'success', kind: 'part' })
    expect(screen.getByText('כרטיס אחד לא נכנס')).toBeTruthy()
    expect(screen.getByText('101207-6: הכרטיס בוטל.')).toBeTruthy()
  })

  it('of tickets that were refused is that of a scan that was', async () => {
    const { state, heading, overlay } = await show({ admitted: [], refused: [refusal] })
    expect({ state, heading }).toEqual({ state: 'fail', heading: 'הכרטיס בוטל' })
    // A lead who overrides it has given the reason already.
    expect(overlay).toMatchObject({ text: '101207-6', manual: { reason: 'id_shown' } })
    expect(screen.getByText('101207-6')).toBeTruthy()
  })
})
