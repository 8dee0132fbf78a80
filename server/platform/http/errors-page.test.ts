import { readFileSync } from 'node:fs'
import { STATUS_OF } from '@kartis/contract/errors.ts'
import { REFUSAL_CODES } from '@kartis/domain/refusal.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { describe, expect, it } from 'vitest'

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8')
const table = new Map(
  page
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap((cells) => {
      const code = /^`(\w+)`$/.exec(cells[1] ?? '')?.[1]
      return code ? [[code, cells.slice(2, -1)] as const] : []
    }),
)

/** The page shows placeholders instead of values. */
const placeholders = { days: '{{days}}' }

describe('docs/errors.md', () => {
  it('the page lists every refusal code once, in the order of REFUSAL_CODES', () => {
    expect([...table.keys()]).toEqual([...REFUSAL_CODES])
  })

  it.each(REFUSAL_CODES)('the page has the status, the description and the three texts of %s', (code) => {
    const [status, when, he, en, ar] = table.get(code) ?? []
    expect(status).toBe(STATUS_OF[code] === 0 ? '–' : String(STATUS_OF[code]))
    expect(when?.length).toBeGreaterThan(10)
    expect([he, en, ar]).toEqual(
      (['he', 'en', 'ar'] as const).map((lang) => translatorFor(lang)(`errors:${code}`, placeholders)),
    )
  })
})
