import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { useEarlyNote } from './early.ts'
import { ResultOverlay } from './result-overlay.tsx'
import type { Overlay } from './use-scan.ts'

const entered: Overlay = {
  state: 'success',
  direction: 'entry',
  isLocal: false,
  ticket: { uuid: '00000000-0000-4000-8000-000000000001', number: '1042-1', name: 'Standing', holder: null },
}

const show = async (isEarly: boolean) => {
  await renderApp(
    <ResultOverlay
      overlay={entered}
      eventName="Gala"
      zone="Asia/Jerusalem"
      isEarly={isEarly}
      onClose={vi.fn()}
      onRetry={vi.fn()}
    />,
    { messages: ['scan', 'gate'] },
  )
  const heading = screen.getByRole('heading', { hidden: true })
  return { kind: heading.closest('dialog')?.dataset['kind'], heading: heading.textContent }
}

it('an entry before the day of the event is not shown like one of its evening', async () => {
  expect(await show(true)).toEqual({ kind: 'early', heading: 'האירוע אינו היום' })
})

it('an entry on the day of the event is plainly a success', async () => {
  expect(await show(false)).toEqual({ kind: undefined, heading: 'נסרק בהצלחה' })
})

const gala = { starts_at: '2999-11-29T18:00:00Z', settings: {}, timezone: 'Asia/Jerusalem' }
const EarlyNote = ({ mayUndo }: { readonly mayUndo: boolean }) => <p>{useEarlyNote(gala, mayUndo)}</p>

it('people who may not undo entries are referred to a manager', async () => {
  await renderApp(<EarlyNote mayUndo={false} />, { messages: ['gate'] })
  expect(screen.getByText(/בקשו ממנהל האירוע/)).toBeTruthy()
})

it('people who may undo entries read where to undo them', async () => {
  await renderApp(<EarlyNote mayUndo />, { messages: ['gate'] })
  expect(screen.getByText(/בטלו אותה ברשימת הכניסות/)).toBeTruthy()
})
