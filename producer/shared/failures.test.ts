import errors from '@kartis/i18n/messages/he/errors.json'
import shell from '@kartis/i18n/messages/he/shell.json'
import { toasts } from '@kartis/ui/components/toast.ts'
import { createInstance, type i18n } from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { sayFailure } from './failures.ts'

let words: i18n
beforeAll(async () => {
  words = createInstance()
  await words.init({ lng: 'he', resources: { he: { errors, shell } }, interpolation: { escapeValue: false } })
})

beforeEach(() => {
  vi.useFakeTimers()
  toasts.write([])
})
afterEach(() => void vi.useRealTimers())

const refused = (code: string, status = 409, description = 'כבר לא כאן') => new ApiError({ code, description, status })
const shown = () => toasts.read().map(({ title, text }) => [title, text])
const later = () => vi.advanceTimersByTime(120_000)

describe('a call that fails', () => {
  it('is told by its code and the server’s own sentence', () => {
    sayFailure(words, refused('S2'))
    expect(shown()).toEqual([['שגיאה S2', 'כבר לא כאן']])
    expect(toasts.read()[0]?.state).toBe('bad')
  })

  it('has the catalogue’s sentence where the server gave none: N1 without a network, an unknown error else', () => {
    later()
    sayFailure(words, refused('N1', 0, ''))
    sayFailure(words, refused('E999', 500, ''))
    sayFailure(words, new TypeError('x'))
    expect(shown()).toEqual([
      ['שגיאה N1', errors.N1],
      ['שגיאה E999', errors.unspecific],
      ['שגיאה unspecific', errors.unspecific],
    ])
  })

  it('says SYSTEM_ERROR where the answer was no JSON', () => {
    sayFailure(words, refused('SYSTEM_ERROR', 502, ''))
    expect(shown()).toEqual([[undefined, shell.toast.system]])
    expect(shell.toast.system).toContain('SYSTEM_ERROR')
  })

  it('says nothing where the way leads to the login screen', () => {
    sayFailure(words, refused('unauthorized', 401))
    sayFailure(words, refused('401', 401))
    expect(shown()).toEqual([])
  })

  it('that comes again soon says whom to turn to, and not once it has passed', () => {
    later()
    sayFailure(words, refused('conflict'))
    toasts.write([])
    sayFailure(words, refused('conflict'))
    expect(shown()).toEqual([['שגיאה conflict', `כבר לא כאן ${shell.toast.repeat}`]])
    toasts.write([])
    later()
    sayFailure(words, refused('conflict'))
    expect(shown()).toEqual([['שגיאה conflict', 'כבר לא כאן']])
  })
})
