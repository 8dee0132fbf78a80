import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backtracksOn, patternsIn } from './backtracking.ts'

const ROOT = join(import.meta.dirname, '..')
/** What runs for people; tests and tools read texts of our own. */
const PACKAGES = [
  'domain',
  'contract',
  'i18n',
  'ui',
  'server',
  'producer',
  'storefront',
  'seat-map',
  'simulators',
  'demo',
]
const TESTS = /\.test\.tsx?$|\/testing\/|vite\.config\.ts$/

const sources = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...PACKAGES], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !TESTS.test(path))

const found = sources().flatMap((path) =>
  patternsIn(path, readFileSync(join(ROOT, path), 'utf8')).map((each) => ({ ...each, where: `${path}:${each.line}` })),
)

describe('regular expressions', () => {
  test.each([
    ['a tag that is looked for from every bracket', /<\w+[^>]*>/],
    ['two quantifiers that share characters', /^\s*\w*\s*\w*$/],
    ['blanks at the end of a text', /\s+$/],
    ['nested quantifiers', /^(a+)+$/],
    ['pairs that are looked for from every start', /(<\w>.*?<\/\w>)/],
  ])('that take more than linear time are found: %s', (_what, { source, flags }) => {
    expect(backtracksOn({ source, flags })).toBeDefined()
  })

  test('of all sources take linear time for every text', { timeout: 120_000 }, () => {
    expect(found.length).toBeGreaterThan(200)
    const slow = found.flatMap(({ where, text, pattern }) => {
      const reason = pattern && backtracksOn(pattern)
      return reason ? [`${where} ${text}: ${reason}`] : []
    })
    expect(slow).toEqual([])
  })

  test('are written out and not put together at run time, where nobody could check them', () => {
    // Put together of constants while the module loads, and reads at most 300 characters, in the browser of who typed them.
    const bounded = 'seat-map/editor/sentence-patterns.ts:'
    expect(
      found
        .filter(({ pattern, where }) => !pattern && !where.startsWith(bounded))
        .map(({ where, text }) => `${where} ${text}`),
    ).toEqual([])
  })
})
