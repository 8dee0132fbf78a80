import { addAccountFile } from '@kartis/contract/accounts.ts'
import { listEvents } from '@kartis/contract/events.ts'
import { exportOrders } from '@kartis/contract/orders.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, apiFile } from './api.ts'

const SECOND = 1000
const forgetful = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }

/** How long the calls were given, in the order in which they went out. */
let given: number[] = []

beforeEach(() => {
  given = []
  vi.stubGlobal('localStorage', forgetful)
  vi.stubGlobal('sessionStorage', forgetful)
  vi.stubGlobal('document', { documentElement: { lang: 'he' } })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [] })))
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    given.push(milliseconds)
    return new AbortController().signal
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the time that a call is given', () => {
  it('is 40 seconds for a question, 30 for a file that is sent, 120 for a spreadsheet', async () => {
    await api(listEvents)
    await api(addAccountFile, { params: { uuid: 'account-1' }, body: new FormData() })
    await apiFile(exportOrders, { query: {} })
    expect(given).toEqual([40 * SECOND, 30 * SECOND, 120 * SECOND])
  })
})
