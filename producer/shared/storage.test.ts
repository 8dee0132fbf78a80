import { beforeEach, describe, expect, it } from 'vitest'
import { accessToken, readStored, storeAccessToken, writeStored } from './storage.ts'

beforeEach(() => localStorage.clear())

describe('the browser storage', () => {
  it('saves the access token in base64 and reads it back', () => {
    storeAccessToken('kt_secret-1')
    expect(localStorage.getItem('access_token')).toBe(btoa('kt_secret-1'))
    expect(accessToken()).toBe('kt_secret-1')
    storeAccessToken(undefined)
    expect(accessToken()).toBeUndefined()
  })

  it('saves Hebrew in drafts', () => {
    writeStored('draft:register', 'נועה ברקן')
    expect(readStored('draft:register')).toBe('נועה ברקן')
  })

  it('reads a broken value as missing', () => {
    localStorage.setItem('workspace', '%%%')
    expect(readStored('workspace')).toBeUndefined()
  })
})
