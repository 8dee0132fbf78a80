import text from '@kartis/i18n/messages/he/shell.json'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { CountForm } from './count-form.tsx'

const open = () =>
  renderApp(
    <CountForm
      label="כרטיסים לטלפון"
      hint=""
      wrong="מספר"
      save="שמירה"
      saved="4"
      isValid={(typed) => /^\d+$/.test(typed)}
      busy={false}
      onSave={vi.fn()}
    />,
    { at: '/' },
  )

describe('a short form', () => {
  it('is left without a question while nothing differs from what is saved', async () => {
    const { router, path } = await open()
    await act(() => router.navigate({ to: '/', search: { other: 1 } as never }))
    expect(path()).toContain('other')
  })

  it('asks before a number that was typed and not saved is lost', async () => {
    const { router, path } = await open()
    const field = screen.getByLabelText(/כרטיסים לטלפון/)
    await userEvent.clear(field)
    await userEvent.type(field, '6')
    act(() => void router.navigate({ to: '/', search: { other: 1 } as never }))
    const question = await screen.findByRole('dialog', { name: text.leave.unsaved })
    expect(question.textContent).toContain(text.leave.unsaved_text)
    await userEvent.click(screen.getByRole('button', { name: text.leave.stay }))
    expect(path()).not.toContain('other')
    expect(field).toHaveProperty('value', '6')
    act(() => void router.navigate({ to: '/', search: { other: 1 } as never }))
    await userEvent.click(await screen.findByRole('button', { name: text.leave.discard }))
    await waitFor(() => expect(path()).toContain('other'))
  })
})
