import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHebrew } from '../testing/render.tsx'
import { Dialog } from './dialog.tsx'

/** Where each button is laid out: happy-dom lays nothing out. */
const PLACES: Record<string, DOMRect> = {
  silent: new DOMRect(20, 740, 350, 48),
  send: new DOMRect(20, 600, 350, 48),
  another: new DOMRect(20, 740, 350, 48),
}
const FINGER = { clientX: 195, clientY: 764 }

const show = (content: string, onClose = vi.fn<() => void>()) => (
  <Dialog open onClose={onClose} title="?" actions={<button type="button">{content}</button>}>
    <button type="button">{'send'}</button>
  </Dialog>
)
const takesPointer = (name: string) => screen.getByRole('button', { name }).style.pointerEvents !== 'none'

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return PLACES[this.textContent] ?? new DOMRect(0, 0, 0, 0)
  })
})
afterEach(() => {
  // A dialog that goes guards what lies under it for half a second, which must not last into the next test.
  cleanup()
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const render = async (children: ReactNode) => {
  const rendered = await renderHebrew(children)
  vi.useFakeTimers()
  return rendered
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('the second press of a double click', () => {
  it('does nothing to a button that the first one put under the finger, and buttons elsewhere work at once', async () => {
    const { rerender } = await render(<Dialog open={false} onClose={() => undefined} title="?" />)
    fireEvent.pointerDown(document.body, FINGER)
    rerender(show('silent'))
    expect(takesPointer('silent')).toBe(false)
    expect(takesPointer('send')).toBe(true)
    await wait(499)
    expect(takesPointer('silent')).toBe(false)
    await wait(1)
    expect(takesPointer('silent')).toBe(true)
  })

  it('does nothing to a button that replaces the pressed one in an open dialog', async () => {
    const { rerender } = await render(show('silent'))
    await wait(5000)
    fireEvent.pointerDown(screen.getByText('silent'), FINGER)
    rerender(
      <Dialog open onClose={() => undefined} title="?">
        <p>
          <button type="button">{'another'}</button>
        </p>
      </Dialog>,
    )
    await wait(0)
    expect(takesPointer('another')).toBe(false)
    await wait(500)
    expect(takesPointer('another')).toBe(true)
  })

  it('does not close the dialog, which a later press beside it does', async () => {
    const onClose = vi.fn<() => void>()
    const { rerender } = await render(<Dialog open={false} onClose={onClose} title="?" />)
    rerender(show('silent', onClose))
    fireEvent.click(screen.getByRole('dialog'))
    expect(onClose).not.toHaveBeenCalled()
    await wait(500)
    fireEvent.click(screen.getByRole('dialog'))
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('counts only when the first one was just before: a dialog that opens by itself takes every press', async () => {
    const { rerender } = await render(<Dialog open={false} onClose={() => undefined} title="?" />)
    fireEvent.pointerDown(document.body, FINGER)
    await wait(1001)
    rerender(show('silent'))
    expect(takesPointer('silent')).toBe(true)
  })
})

describe('a press that closed a dialog', () => {
  it('takes no second one on what lies under the dialog; keys and presses elsewhere work at once', async () => {
    const onUnder = vi.fn<() => void>()
    const under = (
      <button type="button" onClick={onUnder}>
        {'another'}
      </button>
    )
    const closed = <Dialog open={false} onClose={() => undefined} title="?" />
    const { rerender } = await render(
      <>
        {under}
        {closed}
      </>,
    )
    rerender(
      <>
        {under}
        {show('silent')}
      </>,
    )
    await wait(5000)
    fireEvent.pointerDown(screen.getByText('silent'), FINGER)
    rerender(
      <>
        {under}
        {closed}
      </>,
    )
    const click = (press: object) => fireEvent.click(screen.getByText('another'), press)
    click({ ...FINGER, detail: 2 })
    expect(onUnder).not.toHaveBeenCalled()
    click({ detail: 0 })
    click({ clientX: 40, clientY: 764, detail: 1 })
    expect(onUnder).toHaveBeenCalledTimes(2)
    await wait(500)
    click({ ...FINGER, detail: 1 })
    expect(onUnder).toHaveBeenCalledTimes(3)
  })

  it.each([
    ['something was typed', (field: Element) => fireEvent.input(field, { target: { value: '19:30' } })],
    ['a key was pressed', (field: Element) => fireEvent.keyDown(field, { key: 'Enter' })],
  ])('takes a press under a closed dialog at once when %s in between', async (_what, act) => {
    const onUnder = vi.fn<() => void>()
    const under = (
      <>
        <button type="button" onClick={onUnder}>
          {'another'}
        </button>
        <input aria-label="time" />
      </>
    )
    const page = (dialog: ReactNode) => (
      <>
        {under}
        {dialog}
      </>
    )
    const closed = <Dialog open={false} onClose={() => undefined} title="?" />
    const { rerender } = await render(page(closed))
    rerender(page(show('silent')))
    await wait(5000)
    fireEvent.pointerDown(screen.getByText('silent'), FINGER)
    rerender(page(closed))
    act(screen.getByLabelText('time'))
    fireEvent.click(screen.getByText('another'), { ...FINGER, detail: 1 })
    expect(onUnder).toHaveBeenCalledTimes(1)
  })

  it('leaves what opened a dialog to be pressed again at once when a key or Back closed the dialog', async () => {
    const onOpener = vi.fn<() => void>()
    const opener = (
      <button type="button" onClick={onOpener}>
        {'another'}
      </button>
    )
    const closed = <Dialog open={false} onClose={() => undefined} title="?" />
    const { rerender } = await render(
      <>
        {opener}
        {closed}
      </>,
    )
    fireEvent.pointerDown(screen.getByText('another'), FINGER)
    await wait(20)
    rerender(
      <>
        {opener}
        {show('silent')}
      </>,
    )
    await wait(100)
    rerender(
      <>
        {opener}
        {closed}
      </>,
    )
    fireEvent.click(screen.getByText('another'), { ...FINGER, detail: 1 })
    expect(onOpener).toHaveBeenCalledTimes(1)
  })

  it('closes a dialog that opened after another one was closed at the same place', async () => {
    const onClose = vi.fn<() => void>()
    const closed = <Dialog open={false} onClose={() => undefined} title="?" />
    const { rerender } = await render(closed)
    rerender(show('silent'))
    await wait(5000)
    fireEvent.pointerDown(screen.getByText('silent'), FINGER)
    rerender(closed)
    await wait(100)
    fireEvent.pointerDown(document.body, { clientX: 40, clientY: 100 })
    rerender(
      <Dialog open onClose={onClose} title="?">
        <button type="button" onClick={onClose}>
          {'another'}
        </button>
      </Dialog>,
    )
    fireEvent.click(screen.getByText('another'), { ...FINGER, detail: 1 })
    expect(onClose).toHaveBeenCalledTimes(1)
  })
})
