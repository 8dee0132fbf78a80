import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
const ROWS = PAGE.split('\n').filter((line) => /^\| \d+\.\d+\.\d+/u.test(line))
const STATES = ['met', 'in part', 'not met', 'does not apply'] as const

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they precede those of level 3. */
const SECTIONS = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`

const upTo = (section: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `${section}.${first + index}`)

/** The requirements that a row begins with: `1.2.1, 1.2.3 HTML`, `6.2.1–6.2.12 passwords`. */
const requirementsOf = (row: string): string[] =>
  [...(/^[\d.,– ]+/u.exec(row.slice(2))?.[0] ?? '').matchAll(/(\d+\.\d+)\.(\d+)(?:–\d+\.\d+\.(\d+))?/gu)].flatMap(
    ([, section = '', first = '', last = first]) => upTo(section, Number(first), Number(last)),
  )

const cellsOf = (row: string): string[] => row.split('|').map((cell) => cell.trim())

test('docs/security.md states every requirement of ASVS 5.0 level 2 once', () => {
  const expected = SECTIONS.split(/\s+/u).flatMap((section) => {
    const [name = '', count = ''] = section.split(':')
    return upTo(name, 1, Number(count))
  })
  expect(expected).toHaveLength(253)
  expect(ROWS.flatMap(requirementsOf).sort()).toEqual(expected.sort())
})

test('its summary counts the states of its rows', () => {
  const counts = STATES.map((state) =>
    ROWS.filter((row) => cellsOf(row)[2] === state).reduce((sum, row) => sum + requirementsOf(row).length, 0),
  )
  expect(PAGE).toContain(`| all 253 | ${counts.join(' | ')} |`)
})

test('every file that it names as a proof exists, and its name fits no other file', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' }).split(
    '\n',
  )
  const named = [...PAGE.matchAll(/`([\w./-]+\.(?:tsx?|jsonc?))`/gu)].map(([, name = '']) => name)
  const unclear = named.filter((name) => files.filter((file) => `/${file}`.endsWith(`/${name}`)).length !== 1)
  expect(unclear).toEqual([])
  expect(named.length).toBeGreaterThan(100)
})
