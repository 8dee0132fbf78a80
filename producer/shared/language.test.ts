import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { initialLanguage } from './language.ts'
import { writeStored } from './storage.ts'

const open = (path: string, ...languages: string[]) => {
  history.replaceState(null, '', path)
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages)
}
beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

describe('the initial language', () => {
  it('of a helper who opens the link of an SMS is that of the phone', () => {
    open('/gate/join', 'ar-IL', 'he')
    expect(initialLanguage()).toBe('ar')
    open('/gate/join', 'en-US')
    expect(initialLanguage()).toBe('en')
    open('/gate/join', 'ru-RU', 'he-IL')
    expect(initialLanguage()).toBe('he')
    open('/gate/join', 'ru-RU')
    expect(initialLanguage()).toBe('en')
  })

  it('is the one that was chosen on the device, whatever its browser has', () => {
    writeStored('language', 'he')
    open('/gate/join', 'en-US')
    expect(initialLanguage()).toBe('he')
  })

  it('of the pages of members is Hebrew until they choose', () => {
    open('/events', 'en-US')
    expect(initialLanguage()).toBe('he')
  })
})
