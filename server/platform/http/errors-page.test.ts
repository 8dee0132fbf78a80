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

/** Values are put in by the screens; the page shows where they go. */
const asWritten = { days: '{{days}}' }

describe('docs/errors.md', () => {
  it('lists every code once, in the order of the list', () => {
    expect([...table.keys()]).toEqual([...REFUSAL_CODES])
  })

  it.each(REFUSAL_CODES)('tells %s with its status, its story and its three texts', (code) => {
    const [status, when, he, en, ar] = table.get(code) ?? []
    expect(status).toBe(STATUS_OF[code] === 0 ? '–' : String(STATUS_OF[code]))
    expect(when?.length).toBeGreaterThan(10)
    expect([he, en, ar]).toEqual(
      (['he', 'en', 'ar'] as const).map((lang) => translatorFor(lang)(`errors:${code}`, asWritten)),
    )
  })
})
