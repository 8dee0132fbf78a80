import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { GATEWAYS } from './index.ts'

const SECRETS = {
  TRANZILA_TERMINAL: 'kartis',
  TRANZILA_APP_KEY: 'key',
  TRANZILA_SECRET: 'secret',
  CARDCOM_TERMINAL: '1000',
  CARDCOM_API_NAME: 'name',
  CARDCOM_API_PASSWORD: 'password',
  PAYPLUS_API_KEY: 'key',
  PAYPLUS_SECRET_KEY: 'secret',
  PAYPLUS_PAGE_UID: 'page-of-kartis',
  PAYPLUS_TERMINAL_UID: 'terminal-of-kartis',
}

afterEach(() => vi.unstubAllGlobals())

describe.each(GATEWAYS)('the gateway $name, elsewhere', (descriptor) => {
  it('is called by the connections of the platform that stay open, and never by a fetch of its own', async () => {
    const ownFetch = vi.fn<typeof fetch>()
    vi.stubGlobal('fetch', ownFetch)
    const hosts: string[] = []
    const send: typeof fetch = (input) => {
      hosts.push(new URL(input instanceof Request ? input.url : input).protocol)
      return Promise.reject(new Error('nobody is there'))
    }
    const values = z.object(descriptor.variables).parse(SECRETS)
    const { config } = descriptor.terminalOf(values, false)
    const gateway = descriptor.connect(config, {
      publicUrl: 'https://kartis.test',
      now: () => new Date('2026-11-30T10:00:00Z'),
      fetch: send,
      emptyCodes: {},
    })
    const listed = gateway.transactions({
      from: new Date('2026-11-29T00:00:00Z'),
      until: new Date('2026-11-30T00:00:00Z'),
    })
    await expect(listed[Symbol.asyncIterator]().next()).rejects.toThrow('the gateway did not respond')
    expect(hosts).toEqual(['https:'])
    expect(ownFetch).not.toHaveBeenCalled()
  })
})
