import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { inPage, serve } from '../../testing/serve.tsx'
import { useVisits } from './use-visits.ts'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

const open = () => {
  const requests = serve(() => ({}))
  renderHook(() => useVisits('e1'), { wrapper: inPage() })
  return requests
}

describe('a view of a sale page', () => {
  it('is counted', () => {
    expect(open()).toMatchObject([{ method: 'POST', path: expect.stringContaining('/e1/visits') as string }])
  })

  it('is not counted in the browser of a producer, until the sign-out', () => {
    localStorage.setItem('workspace', btoa('account-1'))
    expect(open()).toEqual([])
    localStorage.removeItem('workspace')
    expect(open()).toHaveLength(1)
  })
})
