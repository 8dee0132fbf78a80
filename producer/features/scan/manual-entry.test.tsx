import text from '@kartis/i18n/messages/he/scan.json'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { ManualEntry } from './manual-entry.tsx'

const open = async () => {
  const onCode = vi.fn()
  await renderApp(<ManualEntry onCode={onCode} />, { messages: ['scan'] })
  return { onCode, field: screen.getByRole('textbox'), send: screen.getByRole('button', { name: 'בדיקה' }) }
}

describe('manual code entry', () => {
  it('checks the trimmed code and clears the field', async () => {
    const { onCode, field, send } = await open()
    await userEvent.type(field, '  KT1.abc ')
    await userEvent.click(send)
    expect(onCode).toHaveBeenCalledExactlyOnceWith('KT1.abc')
    expect(field).toHaveProperty('value', '')
  })

  it('says of a number that is too short how one looks, and checks nothing', async () => {
    const { onCode, field, send } = await open()
    await userEvent.type(field, '101')
    await userEvent.click(send)
    expect(onCode).not.toHaveBeenCalled()
    expect(screen.getByText(text.manual.short)).toBeTruthy()
    await userEvent.type(field, '081-2')
    expect(field.getAttribute('aria-invalid')).toBeNull()
    await userEvent.click(send)
    expect(onCode).toHaveBeenCalledExactlyOnceWith('101081-2')
  })

  it('brings the keyboard of digits, and that of letters for a code that has them', async () => {
    const { field } = await open()
    expect(field.getAttribute('inputmode')).toBe('numeric')
    const letters = screen.getByRole('button', { name: 'אותיות' })
    await userEvent.click(letters)
    expect([field.getAttribute('inputmode'), letters.getAttribute('aria-pressed')]).toEqual(['text', 'true'])
    expect(document.activeElement).toBe(field)
  })

  it('marks an empty field and checks nothing', async () => {
    const { onCode, field, send } = await open()
    await userEvent.click(send)
    expect(onCode).not.toHaveBeenCalled()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await userEvent.type(field, 'x')
    expect(field.getAttribute('aria-invalid')).toBeNull()
  })
})
