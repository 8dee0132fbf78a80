import { globSync, readFileSync } from 'node:fs'
import { LANGS } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const sources = globSync('{platform,modules}/**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8')

/** Reasons of `refuseField` calls, and those that schema errors are mapped to. */
const usedReasons = new Set([
  ...sources.flatMap((file) =>
    [...read(file).matchAll(/refuseField\(\s*'[\w.]+',\s*'(\w+)'/g)].map(([, reason = '']) => reason),
  ),
  ...[
    ...read('platform/http/validation-reasons.ts')
      .replace(/\{ code: '\w+' \}/g, '')
      .matchAll(/(?:[:?]|return|\?\?) '([a-z_]+)'/g),
  ].map(([, reason = '']) => reason),
])

describe('validation reasons', () => {
  it('the reasons are found in the sources', () => {
    expect(usedReasons.size).toBeGreaterThan(10)
    expect(usedReasons.has('not_an_integer')).toBe(true)
  })

  it.each([...usedReasons])('%s has a message in every language', (reason) => {
    for (const lang of LANGS) expect(translatorFor(lang)(`validation:${reason}`), lang).not.toBe(reason)
  })
})
