import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SCENARIOS } from './scenarios/index.ts'
import { pageOf } from './page.ts'
import type { Line } from './scenario.ts'
import { holds, type Proof, prove } from './prove.ts'

const LOG_LINES = 60

/** The lines that do not hold come first: where tests are run a long text may be cut off. */
const failureText = (broken: readonly Line[], log: string): string => {
  const end = log.trimEnd().split('\n').slice(-LOG_LINES)
  const lines = broken.map(({ what, note }) => `${what}: ${note}`)
  return [...lines, `the last ${LOG_LINES} lines of the log:`, ...end].join('\n')
}

const line = (what: string, isTrue: boolean) => ({ what, holds: isTrue, note: '1 | 2' })
const proof = (name: string, more: Partial<Proof> = {}): Proof => ({ name, what: 'w', lines: [], seconds: 1, ...more })

describe('the page of proof', () => {
  test('says which scenarios hold, which do not, and which were not tried', () => {
    const page = pageOf(
      [
        proof('good', { lines: [line('kept', true)] }),
        proof('bad', { lines: [line('kept', true), line('lost', false)] }),
        proof('later', { skipped: 'No disk.' }),
      ],
      { at: '2026-11-23', machine: 'm' },
    )
    expect(page).toContain('1 of 2 scenarios hold, 1 not tried.')
    expect(page).toContain('## bad: **DOES NOT HOLD**')
    expect(page).toContain('| **NO** | lost | 1 \\| 2 |')
    expect(page).toContain('## later: not tried')
  })

  test('a failure names the lines that do not hold before the end of the log', () => {
    const log = Array.from({ length: 100 }, (_, number) => `entry ${number}`).join('\n')
    const [first, second, third, ...entries] = failureText([line('lost', false), line('doubled', false)], log).split(
      '\n',
    )
    expect([first, second]).toEqual(['lost: 1 | 2', 'doubled: 1 | 2'])
    expect(third).toContain('the last 60 lines')
    expect([entries.length, entries.at(0), entries.at(-1)]).toEqual([60, 'entry 40', 'entry 99'])
  })

  test('a proof holds when every line does', () => {
    expect(holds(proof('good', { lines: [line('kept', true)] }))).toBe(true)
    expect(holds(proof('bad', { lines: [line('kept', true), line('lost', false)] }))).toBe(false)
  })
})

describe('scenarios', () => {
  test('have names of their own', () => {
    expect(new Set(SCENARIOS.map(({ name }) => name)).size).toBe(SCENARIOS.length)
  })

  test('are all in the table of what breaks', () => {
    const operating = readFileSync(new URL('../docs/operating.md', import.meta.url), 'utf8')
    expect(SCENARIOS.filter(({ name }) => !operating.includes(`\`${name}\``)).map(({ name }) => name)).toEqual([])
  })

  test.each(SCENARIOS.filter(({ isQuick }) => isQuick))(
    'nothing is lost, doubled or oversold when $name',
    async (scenario) => {
      const { lines, log = '' } = await prove(scenario)
      const broken = lines.filter((each) => !each.holds)
      expect(broken.length, failureText(broken, log)).toBe(0)
      expect(lines.length).toBeGreaterThan(10)
    },
  )
})
