import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SCENARIOS } from './scenarios/index.ts'
import { pageOf } from './page.ts'
import { holds, type Proof, prove } from './prove.ts'

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
      const { lines, log } = await prove(scenario)
      expect(
        lines.filter((each) => !each.holds),
        log,
      ).toEqual([])
      expect(lines.length).toBeGreaterThan(10)
    },
  )
})
