import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/SPEC-COVERAGE.md'), 'utf8')
const ROWS = PAGE.split('\n').filter((line) => /^\| \d+\.\d+ \|/u.test(line))

const read = (path: string): string | undefined =>
  existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8').replaceAll(String.raw`\'`, `'`) : undefined

/** The tests that rows name and that do not exist. */
const lostIn = (rows: readonly string[]): string[] =>
  rows.flatMap((row) =>
    [...row.matchAll(/`(?<path>[^`]+\.test\.tsx?)` “(?<name>[^”]+)”/gu)].flatMap(({ groups }) => {
      const { path = '', name = '' } = groups ?? {}
      // a title begins with its quotation mark, so that a comment or a text of the test is no proof
      return [`'`, `"`, '`'].some((mark) => read(path)?.includes(mark + name))
        ? []
        : [`${row.slice(0, 60)}…: ${path} “${name}”`]
    }),
  )

test('every proof that the coverage of the specification names is a test that exists', () => {
  expect(lostIn(ROWS)).toEqual([])
})

test.each([
  ['seat', 'seat-cases.md', 50],
  ['money', 'money-cases.md', 30],
  ['money error', 'money-errors.md', 22],
  ['check-in', 'check-in-cases.md', 30],
])('each of the %s cases of %s names a test that exists, or a benchmark', (_, file, count) => {
  const page = readFileSync(join(ROOT, 'docs/rules', file), 'utf8')
  const cases = page.split('\n').filter((line) => /^\| \d+ \|/u.test(line))
  expect(cases.map((line) => Number(line.split('|')[1]))).toEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  )
  expect(cases.filter((line) => !/\.test\.tsx?` “|npm run bench/u.test(line))).toEqual([])
  expect(lostIn(cases)).toEqual([])
})

test('every place that it names exists, and no row holds without a proof', () => {
  const cells = ROWS.map((row) => row.split(/(?<!\\)\|/u).map((cell) => cell.trim()))
  const gone = cells.flatMap(([, number, , places = '']) =>
    [...places.matchAll(/`([^`]+)`/gu)].flatMap(([, path = '']) =>
      existsSync(join(ROOT, path)) ? [] : [`${number}: ${path}`],
    ),
  )
  expect(gone).toEqual([])
  expect(cells.filter(([, , , , proof, state]) => proof === '—' && state?.startsWith('holds'))).toEqual([])
  expect(cells.length).toBeGreaterThan(250)
})

test('every row quotes the specification and says whether it holds, differs with a reason, or is open', () => {
  const cells = ROWS.map((row) => row.split(/(?<!\\)\|/u).map((cell) => cell.trim()))
  const unclear = cells.flatMap(([, number, quotation = '', , , state = '']) =>
    /^“.+”$/u.test(quotation) && /^(holds$|differs, because .|open\b.)/u.test(state)
      ? []
      : [`${number}: ${quotation} – ${state}`],
  )
  expect(unclear).toEqual([])
})
