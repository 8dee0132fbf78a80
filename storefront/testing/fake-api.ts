import type { Api, CallOptions, Result } from '../shared/api.ts'

export interface Call extends CallOptions {
  readonly method: string
  readonly path: string
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
}

/** An API that returns these results in turn, then empty ones. Returns the calls that it received. */
export const fakeApi = (...results: readonly Result<unknown>[]) => {
  const calls: Call[] = []
  const respond = async (method: string, path: string, call: Omit<Call, 'method' | 'path'> = {}) => {
    calls.push({ method, path, ...call })
    return results[calls.length - 1] ?? { ok: true, data: {} }
  }
  // The fake accepts any path of the contract.
  return { api: respond as unknown as Api, calls }
}
