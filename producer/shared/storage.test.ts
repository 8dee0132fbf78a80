import { beforeEach, describe, expect, it, vi } from 'vitest'
import { accessToken, readStored, storeAccessToken, writeStored } from './storage.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
})

describe('what the browser keeps', () => {
  it('holds the access token in base64 and gives it back as it was', () => {
    storeAccessToken('kt_secret-1')
    expect(localStorage.getItem('access_token')).toBe(btoa('kt_secret-1'))
    expect(accessToken()).toBe('kt_secret-1')
    storeAccessToken(undefined)
    expect(accessToken()).toBeUndefined()
  })

  it('keeps Hebrew in drafts', () => {
    writeStored('draft:register', 'נועה ברקן')
    expect(readStored('draft:register')).toBe('נועה ברקן')
  })

  it('reads broken values as nothing', () => {
    localStorage.setItem('workspace', '%%%')
    expect(readStored('workspace')).toBeUndefined()
  })
})
