import errors from '@kartis/i18n/messages/he/errors.json'
import shell from '@kartis/i18n/messages/he/shell.json'
import { toasts } from '@kartis/ui/components/toast.ts'
import { createInstance, type i18n } from 'i18next'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { showFailure } from './failures.ts'

let translator: i18n
beforeAll(async () => {
  translator = createInstance()
  await translator.init({ lng: 'he', resources: { he: { errors, shell } }, interpolation: { escapeValue: false } })
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
    showFailure(translator, refused('S2'))
    expect(shown()).toEqual([['שגיאה S2', 'כבר לא כאן']])
    expect(toasts.read()[0]?.state).toBe('bad')
  })

  it('has the catalogue’s sentence where the server gave none: N1 without a network, an unknown error else', () => {
    later()
    showFailure(translator, refused('N1', 0, ''))
    showFailure(translator, refused('E999', 500, ''))
    showFailure(translator, new TypeError('x'))
    expect(shown()).toEqual([
      ['שגיאה N1', errors.N1],
      ['שגיאה E999', errors.unspecific],
      ['שגיאה unspecific', errors.unspecific],
    ])
  })

  it('says SYSTEM_ERROR where the answer was no JSON', () => {
    showFailure(translator, refused('SYSTEM_ERROR', 502, ''))
    expect(shown()).toEqual([[undefined, shell.toast.system]])
    expect(shell.toast.system).toContain('SYSTEM_ERROR')
  })

  it('says nothing where the way leads to the login screen', () => {
    showFailure(translator, refused('unauthorized', 401))
    showFailure(translator, refused('401', 401))
    expect(shown()).toEqual([])
  })

  it('that comes again soon says whom to turn to, and not once it has passed', () => {
    later()
    showFailure(translator, refused('conflict'))
    toasts.write([])
    showFailure(translator, refused('conflict'))
    expect(shown()).toEqual([['שגיאה conflict', `כבר לא כאן ${shell.toast.repeat}`]])
    toasts.write([])
    later()
    showFailure(translator, refused('conflict'))
    expect(shown()).toEqual([['שגיאה conflict', 'כבר לא כאן']])
  })
})
