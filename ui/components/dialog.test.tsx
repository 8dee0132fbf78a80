import texts from '@kartis/i18n/messages/he/components.json'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderHebrew } from '../testing/render.tsx'
import { pendingQuestion } from './confirm.ts'
import { ConfirmHost } from './confirm-host.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'

test('Escape in a dialog that stands in another one closes that one alone', async () => {
  const [closeOuter, closeInner] = [vi.fn(), vi.fn()]
  const { container } = await renderHebrew(
    <Dialog open onClose={closeOuter} title="outer">
      <Dialog open onClose={closeInner} title="inner" />
    </Dialog>,
  )
  const [outer, inner] = container.querySelectorAll('dialog')
  inner?.dispatchEvent(new Event('cancel', { cancelable: true }))
  expect([closeOuter.mock.calls.length, closeInner.mock.calls.length]).toEqual([0, 1])
  outer?.dispatchEvent(new Event('cancel', { cancelable: true }))
  expect(closeOuter).toHaveBeenCalledOnce()
})

describe('a dialog with text in it that was typed', () => {
  const open = async (children: ReactNode, options: Partial<DialogProps> = {}) => {
    const onClose = vi.fn()
    const { container } = await renderHebrew(
      <>
        <Dialog open onClose={onClose} title="הודעה לקונים" {...options}>
          {children}
        </Dialog>
        <ConfirmHost />
      </>,
    )
    return { onClose, dialog: container.querySelector('dialog') }
  }
  beforeEach(() => pendingQuestion.write(undefined))
  const press = (name: string) => userEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement)
  const question = () => screen.queryByRole('heading', { name: texts.unsaved.title })

  test('asks before it is closed, and stays with the text or closes as was answered', async () => {
    const { onClose } = await open(<textarea aria-label="text" defaultValue="" />)
    await userEvent.type(screen.getByLabelText('text'), 'השערים נפתחים ב־19:00')
    await press(texts.close)
    expect(question()).not.toBeNull()
    await press(texts.unsaved.stay)
    expect(question()).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.getByLabelText<HTMLTextAreaElement>('text').value).toBe('השערים נפתחים ב־19:00')
    await press(texts.close)
    await press(texts.unsaved.action)
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('asks for Escape too, and before the tab is closed', async () => {
    const { onClose, dialog } = await open(<input type="text" aria-label="text" />)
    const closesTab = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
    expect(closesTab()).toBe(true)
    await userEvent.type(screen.getByLabelText('text'), 'א')
    expect(closesTab()).toBe(false)
    dialog?.dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(await screen.findByText(texts.unsaved.text)).toBeDefined()
    expect(onClose).not.toHaveBeenCalled()
  })

  test('closes at once where the text is as it was before', async () => {
    const { onClose } = await open(<input type="text" aria-label="text" defaultValue="אולם" />)
    await userEvent.type(screen.getByLabelText('text'), 'ה{Backspace}')
    await press(texts.close)
    expect([question(), onClose.mock.calls.length]).toEqual([null, 1])
  })

  test.each([
    { what: 'a code of an SMS', input: { autoComplete: 'one-time-code' } },
    { what: 'a search', input: { inputMode: 'search' } as const },
    { what: 'text that was saved', input: { 'data-saved': true } },
    { what: 'text of a dialog that loses nothing', options: { throwaway: true } },
  ])('closes at once with $what', async ({ input, options }) => {
    const { onClose } = await open(<input type="text" aria-label="text" {...input} />, options)
    await userEvent.type(screen.getByLabelText('text'), '123456')
    await press(texts.close)
    expect([question(), onClose.mock.calls.length]).toEqual([null, 1])
  })
})
