import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['contract', 'producer', 'storefront', 'ui', 'server/modules', 'server/storefront']

/** Lists that nobody reads as a sentence of their language. */
const NOT_READ: readonly string[] = [
  'producer/features/events/event-cover.tsx', // widths of a picture
  'producer/features/seat-maps/numbering-card.tsx', // a field of numbers
  'server/modules/payments/payments/manage-terminals.ts', // a command of the operator
  'storefront/state/labels.ts', // widths of a picture
]

describe('lists in texts', () => {
  it('are joined with the comma of their language, by one function', () => {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...FOLDERS], {
      cwd: ROOT,
      encoding: 'utf8',
    })
      .split('\n')
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
    const latin = files.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes(".join(', ')"))
    expect(latin.toSorted()).toEqual(NOT_READ)
  })
})
