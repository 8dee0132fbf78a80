import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { renderHebrew } from '../testing/render.tsx'
import { confirm } from './confirm.ts'
import { ConfirmHost } from './confirm-host.tsx'
import { dismissToast, showToast, toasts } from './toast.ts'

const openConfirm = (title = 'מחיקה?') => {
  let answer: Promise<boolean> = Promise.resolve(false)
  act(() => {
    answer = confirm({ title, action: 'מחיקה', danger: true })
  })
  return answer
}

describe('confirm', () => {
  it('resolves to true for the action and closes the dialog', async () => {
    await renderHebrew(<ConfirmHost />)
    const answer = openConfirm()
    await userEvent.click(screen.getByRole('button', { name: 'מחיקה' }))
    expect(await answer).toBe(true)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'מחיקה' })).toBeNull())
  })

  it('resolves to false for cancelling', async () => {
    await renderHebrew(<ConfirmHost />)
    const answer = openConfirm()
    await userEvent.click(screen.getByRole('button', { name: 'חזרה' }))
    expect(await answer).toBe(false)
  })

  it('cancels an open question when another one is asked', async () => {
    await renderHebrew(<ConfirmHost />)
    const first = openConfirm('ראשונה')
    const second = openConfirm('שנייה')
    expect(await first).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'מחיקה' }))
    expect(await second).toBe(true)
  })
})

describe('toasts', () => {
  const texts = () => toasts.read().map(({ text }) => text)

  it('are at most three, the oldest goes first', () => {
    toasts.write([])
    for (const text of ['a', 'b', 'c', 'd']) showToast({ state: 'info', text })
    expect(texts()).toEqual(['b', 'c', 'd'])
  })

  it('are not repeated, and are dismissed one by one', () => {
    toasts.write([])
    showToast({ state: 'info', text: 'a' })
    showToast({ state: 'info', text: 'b' })
    showToast({ state: 'info', text: 'a' })
    expect(texts()).toEqual(['b', 'a'])
    dismissToast(toasts.read()[0]?.id ?? 0)
    expect(texts()).toEqual(['a'])
  })
})
