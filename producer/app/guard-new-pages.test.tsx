import { createMemoryHistory } from '@tanstack/react-router'
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guardNewPages } from './guard-new-pages.ts'

/** All buttons lie in one place, as those that go on do in a wizard. */
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(20, 740, 350, 48))
  document.body.innerHTML = '<button>place</button>'
})
afterEach(() => {
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
  vi.restoreAllMocks()
  document.body.innerHTML = ''
})

const button = (): HTMLButtonElement | null => document.querySelector('button')
const takesPointer = () => button()?.style.pointerEvents !== 'none'
const replaceButton = async () => {
  document.body.innerHTML = '<button>date</button>'
  await vi.advanceTimersByTimeAsync(0)
}

describe('the second press of a double click on a button that leads to another page', () => {
  it('does nothing to that button, nor to the one that lies in its place on the other page', async () => {
    const history = createMemoryHistory({ initialEntries: ['/create-event/tickets/location'] })
    guardNewPages(history)
    fireEvent.pointerDown(document.body, { clientX: 195, clientY: 764 })
    history.push('/create-event/tickets/time')
    expect(takesPointer()).toBe(false)
    await replaceButton()
    expect(takesPointer()).toBe(false)
    await vi.advanceTimersByTimeAsync(500)
    expect(takesPointer()).toBe(true)
  })

  it('is another press where the page stays: the next page of a list is gone through as fast as anybody can', () => {
    const history = createMemoryHistory({ initialEntries: ['/orders?page=1'] })
    guardNewPages(history)
    fireEvent.pointerDown(document.body, { clientX: 195, clientY: 764 })
    history.push('/orders?page=2')
    expect(takesPointer()).toBe(true)
  })
})
