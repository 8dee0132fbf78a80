import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useModal } from './use-modal.ts'

const modal = vi.fn()
const onClose = vi.fn()
beforeEach(() => {
  document.body.replaceChildren()
  modal.mockClear()
  onClose.mockClear()
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    modal()
    this.open = true
  }
})

function Covering({ locked = false }) {
  const dialog = useModal({ open: true, onClose, locked, covers: true })
  return (
    <dialog ref={dialog}>
      <button type="button">{'first'}</button>
      <button type="button">{'last'}</button>
    </dialog>
  )
}

const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, shiftKey })
const button = (name: string) => screen.getByRole('button', { name, hidden: true })

describe('a dialog that fills the window', () => {
  it('does not make the page behind inert, and Tab goes round inside it', () => {
    render(<Covering />)
    expect(modal).not.toHaveBeenCalled()
    expect(screen.getByRole('dialog')).toHaveProperty('open', true)
    press('Tab')
    expect(document.activeElement).toBe(button('first'))
    button('last').focus()
    press('Tab')
    expect(document.activeElement).toBe(button('first'))
    press('Tab', true)
    expect(document.activeElement).toBe(button('last'))
  })

  it('is closed by Escape unless it is locked', () => {
    const { unmount } = render(<Covering />)
    press('Escape')
    expect(onClose).toHaveBeenCalledOnce()
    unmount()
    render(<Covering locked />)
    press('Escape')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('is modal above another dialog, and leaves the keys to one that opens above it', () => {
    const below = document.createElement('dialog')
    below.open = true
    document.body.append(below)
    const { unmount } = render(<Covering />)
    expect(modal).toHaveBeenCalledOnce()
    unmount()
    below.remove()

    render(<Covering />)
    const above = document.createElement('dialog')
    above.open = true
    document.body.append(above)
    press('Escape')
    press('Tab')
    expect(onClose).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(document.body)
  })
})
