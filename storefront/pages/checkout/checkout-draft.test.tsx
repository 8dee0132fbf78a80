import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readDraft, removeDraft, saveDraft, useDraft } from './checkout-draft.ts'

afterEach(() => {
  removeDraft('o1')
  vi.unstubAllGlobals()
})

describe('a checkout draft', () => {
  it('merges what the buyer types, field by field', () => {
    saveDraft('o1', { buyer: { name: 'נועה' } })
    saveDraft('o1', { buyer: { phone: '0501234567' }, values: { q1: 'א' } })
    saveDraft('o1', { values: { q2: true } })
    expect(readDraft('o1')).toEqual({
      buyer: { name: 'נועה', phone: '0501234567' },
      values: { q1: 'א', q2: true },
    })
  })

  it('lives in the tab’s storage and is removed from it', () => {
    saveDraft('o1', { buyer: { name: 'נועה' } })
    expect(sessionStorage.getItem('kartis.typed.o1')).toContain('נועה')
    removeDraft('o1')
    expect(sessionStorage.getItem('kartis.typed.o1')).toBeNull()
    expect(readDraft('o1')).toEqual({})
  })

  it('reaches every component that reads it', () => {
    const { result } = renderHook(() => useDraft('o1'))
    act(() => saveDraft('o1', { proving: true }))
    expect(result.current.proving).toBe(true)
  })

  it('works without storage', () => {
    const refuse = () => {
      throw new Error('refused')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    saveDraft('o1', { buyer: { name: 'נועה' } })
    expect(readDraft('o1').buyer?.name).toBe('נועה')
  })
})
