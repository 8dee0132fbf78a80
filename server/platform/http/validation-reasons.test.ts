import { globSync, readFileSync } from 'node:fs'
import { numberText } from '@kartis/contract/endpoint.ts'
import { LANGS } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldReasons } from './validation-reasons.ts'

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

it.each([
  ['', 'required'],
  [' ', 'required'],
  ['abc', 'not_a_number'],
  ['1e1', 'not_a_number'],
  ['0x10', 'not_a_number'],
  [['2'], 'not_a_number'],
  ['1.5', 'not_an_integer'],
  ['0', 'too_small'],
])('a number in a query is refused with one reason, whether it may be left out or not: %j', (value, reason) => {
  const count = z.int().min(1)
  const query = z.strictObject({
    needed: numberText(count),
    optional: numberText(count).optional(),
    usual: numberText(count.default(1)),
  })
  const read = query.safeParse({ needed: value, optional: value, usual: value }, { reportInput: true })
  expect(read.error && fieldReasons(read.error)).toEqual({ needed: [reason], optional: [reason], usual: [reason] })
  expect(query.parse({ needed: '12' })).toEqual({ needed: 12, usual: 1 })
})
