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

describe('showFailure', () => {
  it('links to the support contact wherever the text says to contact support, and after a repeated failure', () => {
    document.head.innerHTML = '<meta name="support-email" content="help@example.co.il">'
    const help = [{ href: 'mailto:help@example.co.il', text: 'help@example.co.il' }]
    const links = () => toasts.read().map((toast) => toast.links)
    later()
    showFailure(translator, refused('refund_failed'))
    expect(links()).toEqual([help])
    toasts.write([])
    showFailure(translator, refused('conflict'))
    expect(links()).toEqual([undefined])
    toasts.write([])
    showFailure(translator, refused('conflict'))
    expect(links()).toEqual([help])
    document.head.innerHTML = ''
  })

  it("shows the code and the server's description", () => {
    showFailure(translator, refused('S2'))
    expect(shown()).toEqual([['שגיאה S2', 'כבר לא כאן']])
    expect(toasts.read()[0]?.state).toBe('bad')
  })

  it("shows the catalogue's text where the server sent none: N1 without a network, else an unknown error", () => {
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

  it('says that the change or the form failed where a write has no description and an unknown code', () => {
    later()
    const failed = (code: string, method: string) => Object.assign(refused(code, 500, ''), { method })
    showFailure(translator, failed('E997', 'PATCH'), true)
    showFailure(translator, failed('E998', 'POST'), true)
    showFailure(translator, Object.assign(refused('N1', 0, ''), { method: 'POST' }), true)
    expect(shown().map(([, text]) => text)).toEqual([shell.toast.updating, shell.toast.submitting, errors.N1])
  })

  it('shows SYSTEM_ERROR where the response was not JSON', () => {
    showFailure(translator, refused('SYSTEM_ERROR', 502, ''))
    expect(shown()).toEqual([[undefined, shell.toast.system]])
    expect(shell.toast.system).toContain('SYSTEM_ERROR')
  })

  it('shows nothing when the session ends', () => {
    showFailure(translator, refused('unauthorized', 401))
    showFailure(translator, refused('401', 401))
    expect(shown()).toEqual([])
  })

  it('names the support contact for a failure repeated within a minute', () => {
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
