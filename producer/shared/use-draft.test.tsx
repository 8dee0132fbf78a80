import { act } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAppHook } from '../testing/render.tsx'
import { dropDraft, readDraft, useDraft, writeDraft } from './use-draft.ts'

const START = { name: '', count: 0 }

beforeEach(() => localStorage.clear())
afterEach(() => void vi.useRealTimers())

describe('readDraft', () => {
  it('is the start where nothing was stored', () => {
    expect(readDraft('event', START)).toBe(START)
  })

  it('fills fields that the stored draft lacks', () => {
    writeDraft('event', { name: 'לילה לבן' })
    expect(readDraft('event', START)).toEqual({ name: 'לילה לבן', count: 0 })
  })

  it('ignores a broken draft', () => {
    localStorage.setItem('draft:event', btoa('{"name":'))
    expect(readDraft('event', START)).toBe(START)
    localStorage.setItem('draft:event', btoa('"text"'))
    expect(readDraft('event', START)).toBe(START)
  })

  it('leaves out what is of another kind than the form takes: an earlier version may have stored it', () => {
    writeDraft('event', { name: 7, count: 3 })
    expect(readDraft('event', START)).toEqual({ name: '', count: 3 })
  })

  it('is gone after dropDraft', () => {
    writeDraft('event', { name: 'x' })
    dropDraft('event')
    expect(readDraft('event', START)).toBe(START)
  })
})

describe('useDraft', () => {
  const open = async () => {
    const view = await renderAppHook(() => useDraft('event'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    return view
  }

  it('stores the last values once typing pauses', async () => {
    const { result } = await open()
    result.current.save({ name: 'a' })
    vi.advanceTimersByTime(200)
    result.current.save({ name: 'ab' })
    vi.advanceTimersByTime(200)
    expect(readDraft('event', START)).toBe(START)
    vi.advanceTimersByTime(200)
    expect(readDraft('event', START).name).toBe('ab')
  })

  it('stores pending values at once when the page is left', async () => {
    const { result } = await open()
    result.current.save({ name: 'a' })
    act(() => void dispatchEvent(new Event('pagehide')))
    expect(readDraft('event', START).name).toBe('a')
  })

  it('stores pending values when the screen is left', async () => {
    const { result, unmount } = await open()
    result.current.save({ name: 'a' })
    unmount()
    expect(readDraft('event', START).name).toBe('a')
  })

  it('does not bring back values that were dropped', async () => {
    const { result, unmount } = await open()
    result.current.save({ name: 'a' })
    result.current.drop()
    vi.advanceTimersByTime(1000)
    unmount()
    expect(readDraft('event', START)).toBe(START)
  })
})
