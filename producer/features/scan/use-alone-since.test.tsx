import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { writeStored } from '../../shared/storage.ts'
import { renderAppHook } from '../../testing/render.tsx'
import { useAloneSince } from './use-alone-since.ts'

const at = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * 60_000).toISOString()

beforeEach(() => localStorage.clear())

describe('a device that is left to itself', () => {
  it('says so since the last answer of the server, also on a page that was loaded again meanwhile', async () => {
    const last = at(40)
    writeStored('kept:online', last)
    const { result } = await renderAppHook(() => useAloneSince(true))
    await waitFor(() => expect(result.current?.at).toBe(last))
  })

  it('says no time to come where its clock was set back, nor any while somebody answers', async () => {
    writeStored('kept:online', at(-120))
    const { result } = await renderAppHook(() => useAloneSince(true))
    await waitFor(() => expect(result.current).toBeDefined())
    expect(Date.parse(result.current?.at ?? '')).toBeLessThanOrEqual(Date.now())
    const online = await renderAppHook(() => useAloneSince(false))
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(online.result.current).toBeUndefined()
  })
})
