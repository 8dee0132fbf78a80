import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../shared/api-error.ts'
import { deviceId } from '../../shared/check-in/device.ts'
import { renderApp } from '../../testing/render.tsx'
import { useEarlyNote } from './early.ts'
import { ResultOverlay } from './result-overlay.tsx'
import type { Overlay } from './use-overlay.ts'

const entered: Overlay = {
  state: 'success',
  direction: 'entry',
  decidedBy: 'server',
  ticket: { uuid: '00000000-0000-4000-8000-000000000001', number: '1042-1', name: 'Standing', holder: null },
  counters: { total_scanned: 1, total_unscanned: 9, total_tickets: 10 },
  entry: undefined,
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

it('an entry of an order of several says how many of it are inside, and leads to the left ones', async () => {
  const onGroup = vi.fn()
  const props = {
    eventName: 'Gala',
    zone: 'Asia/Jerusalem',
    isEarly: false,
    onClose: vi.fn(),
    onRetry: vi.fn(),
    onGroup,
  }
  await renderApp(<ResultOverlay {...props} overlay={entered} group={{ inside: 3, tickets: 4 }} />, {
    messages: ['scan', 'gate'],
  })
  expect(screen.getByText('נכנסו 3 מתוך 4 בהזמנה')).toBeTruthy()
  screen.getByRole('button', { name: 'לשאר ההזמנה', hidden: true }).click()
  expect(onGroup).toHaveBeenCalledOnce()
})

it('a refusal is said in a sentence, and its code stands small below it', async () => {
  const error = new ApiError({ code: 'S2', description: '', status: 409, detail: {} })
  const props = { eventName: 'Gala', zone: 'Asia/Jerusalem', isEarly: false, onClose: vi.fn(), onRetry: vi.fn() }
  const overlay: Overlay = { state: 'fail', error, at: '2026-12-03T18:00:00Z', text: '1042-1' }
  await renderApp(<ResultOverlay {...props} overlay={overlay} />, { messages: ['scan', 'gate', 'errors'] })
  expect(screen.getByRole('heading', { hidden: true }).textContent).toBe('הכרטיס כבר נסרק')
  expect(screen.getByText('קוד S2')).toBeTruthy()
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

it('a refusal has a sign of its own where it has entered, was cancelled, or is neither', async () => {
  const props = { eventName: 'Gala', zone: 'Asia/Jerusalem', isEarly: false, onClose: vi.fn(), onRetry: vi.fn() }
  const signs = new Set<string>()
  for (const code of ['S1', 'S2', 'S3']) {
    const error = new ApiError({ code, description: '', status: 409, detail: {} })
    const overlay: Overlay = { state: 'fail', error, at: '2026-12-03T18:00:00Z', text: '1042-1' }
    const { container, unmount } = await renderApp(<ResultOverlay {...props} overlay={overlay} />, {
      messages: ['scan', 'gate', 'errors'],
    })
    signs.add(container.querySelector('svg path')?.getAttribute('d') ?? '')
    unmount()
  }
  expect(signs.size).toBe(3)
})

it('a ticket that is valid is not called invalid: it has entered, or is not inside', async () => {
  const props = { eventName: 'Gala', zone: 'Asia/Jerusalem', isEarly: false, onClose: vi.fn(), onRetry: vi.fn() }
  for (const [code, text] of [
    ['S1', 'כרטיס לא תקין'],
    ['S2', 'הכניסה לא אושרה'],
    ['S9', 'היציאה לא נרשמה'],
  ] as const) {
    const error = new ApiError({ code, description: '', status: 409, detail: {} })
    const overlay: Overlay = { state: 'fail', error, at: '2026-12-03T18:00:00Z', text: '1042-1' }
    const { unmount } = await renderApp(<ResultOverlay {...props} overlay={overlay} />, {
      messages: ['scan', 'gate', 'errors'],
    })
    expect(screen.getByText(text)).toBeTruthy()
    unmount()
  }
})

it('a ticket that entered says when and where, and of one that the list alone has as entered until when at the latest', async () => {
  const props = { eventName: 'Gala', zone: 'Asia/Jerusalem', isEarly: false, onClose: vi.fn(), onRetry: vi.fn() }
  const shown = async (detail: Record<string, unknown>) => {
    const error = new ApiError({ code: 'S2', description: '', status: 0, detail })
    const overlay: Overlay = { state: 'fail', error, at: '2026-12-03T19:00:00Z', text: '1042-1' }
    const { container, unmount } = await renderApp(<ResultOverlay {...props} overlay={overlay} />, {
      messages: ['scan', 'gate', 'errors'],
    })
    const text = container.textContent
    unmount()
    return text
  }
  const own = await shown({ redeemed_at: '2026-12-03T18:10:00Z', device_id: deviceId() })
  for (const fact of ['נכנס20:10', 'במכשיר הזה']) expect(own).toContain(fact)
  const listed = await shown({ redeemed_at: null, entered_before: '2026-12-03T18:41:00Z' })
  for (const fact of ['נכנס לפני20:41', 'לפי הרשימה שבמכשיר הזה']) expect(listed).toContain(fact)
})
