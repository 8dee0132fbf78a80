import { fireEvent, render } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useKeys } from './use-keys.ts'

function Shortcuts({ keys }: { readonly keys: Readonly<Record<string, () => void>> }) {
  useKeys(keys)
  return (
    <>
      <input aria-label="field" />
      <button type="button" aria-label="press" />
    </>
  )
}

const open = () => {
  const pressed = vi.fn()
  const keys = Object.fromEntries(['1', 'Enter', 'F8'].map((key) => [key, () => pressed(key)]))
  const view = render(<Shortcuts keys={keys} />)
  return { ...view, pressed }
}

describe('useKeys', () => {
  it('runs the action of a key', () => {
    const { pressed } = open()
    fireEvent.keyDown(document.body, { key: '1' })
    fireEvent.keyDown(document.body, { key: '2' })
    expect(pressed.mock.calls).toEqual([['1']])
  })

  it('leaves a text field its keys, except function keys', () => {
    const { pressed, getByLabelText } = open()
    fireEvent.keyDown(getByLabelText('field'), { key: '1' })
    fireEvent.keyDown(getByLabelText('field'), { key: 'F8' })
    expect(pressed.mock.calls).toEqual([['F8']])
  })

  it('leaves Enter to a focused button', () => {
    const { pressed, getByRole } = open()
    fireEvent.keyDown(getByRole('button'), { key: 'Enter' })
    expect(pressed).not.toHaveBeenCalled()
  })

  it('ignores held keys and browser shortcuts', () => {
    const { pressed } = open()
    fireEvent.keyDown(document.body, { key: '1', repeat: true })
    fireEvent.keyDown(document.body, { key: '1', ctrlKey: true })
    expect(pressed).not.toHaveBeenCalled()
  })

  it('does nothing while a dialog is open or after the screen was left', () => {
    const { pressed, unmount } = open()
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.setAttribute('open', '')
    fireEvent.keyDown(document.body, { key: 'F8' })
    dialog.remove()
    unmount()
    fireEvent.keyDown(document.body, { key: 'F8' })
    expect(pressed).not.toHaveBeenCalled()
  })
})
