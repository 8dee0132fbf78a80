import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { usePaymentEntry } from './use-payment-entry.ts'

const arriveAt = (state: object | null) =>
  act(() => {
    history.replaceState(state, '')
    window.dispatchEvent(new PopStateEvent('popstate', { state }))
  })

const entryOf = (paying: boolean) => {
  const onBack = vi.fn()
  const onForward = vi.fn()
  const { rerender } = renderHook((isPaying: boolean) => usePaymentEntry({ paying: isPaying, onBack, onForward }), {
    initialProps: paying,
  })
  return { onBack, onForward, rerender }
}

afterEach(() => history.replaceState(null, ''))

describe('the entry of the payment in the history', () => {
  it('leads with Back to the details and with Forward to the payment again', () => {
    const { onBack, onForward, rerender } = entryOf(true)
    const entry = history.state as object
    arriveAt(null)
    expect([onBack, onForward].map(({ mock }) => mock.calls.length)).toEqual([1, 0])
    rerender(false)
    arriveAt(entry)
    expect([onBack, onForward].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  })

  it('is not left and not entered by other steps of the page', () => {
    const { onBack, onForward, rerender } = entryOf(true)
    rerender(false)
    arriveAt({ other: true })
    expect([onBack, onForward].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  })
})
