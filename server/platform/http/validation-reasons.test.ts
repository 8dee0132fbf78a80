import { globSync, readFileSync } from 'node:fs'
import { LANGS } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const sources = globSync('{kernel,modules}/**/*.ts', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })
const read = (file: string): string => readFileSync(new URL(file, root), 'utf8')

/** Reasons written out where a field is refused, and those that a schema's fault is turned into. */
const given = new Set([
  ...sources.flatMap((file) =>
    [...read(file).matchAll(/refuseField\(\s*'[\w.]+',\s*'(\w+)'/g)].map((found) => found[1] ?? ''),
  ),
  ...[
    ...read('platform/http/validation-reasons.ts')
      .replace(/\{ code: '\w+' \}/g, '')
      .matchAll(/(?:[:?]|return|\?\?) '([a-z_]+)'/g),
  ].map((found) => found[1] ?? ''),
])

describe('the reasons that the server gives for a field', () => {
  it('are found where they are given', () => {
    expect(given.size).toBeGreaterThan(10)
    expect(given.has('not_an_integer')).toBe(true)
  })

  it.each([...given])('%s has its words in every language', (reason) => {
    for (const lang of LANGS) expect(translatorFor(lang)(`validation:${reason}`), lang).not.toBe(reason)
  })
})
