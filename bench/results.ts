import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure } from './report.ts'

const FOLDER = join(import.meta.dirname, 'results')
/** How far a ratio may fall on a shared machine before it counts as a regression. */
export const TOLERANCE = 0.25

export interface Result {
  readonly at: string
  readonly machine: { readonly processors: number; readonly model: string; readonly node: string }
  readonly name: string
  readonly figures: readonly Figure[]
}

const fileOf = (name: string): string => join(FOLDER, `${name}.json`)

export const keepResult = (result: Result): void => {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(fileOf(result.name), `${JSON.stringify(result, undefined, 2)}\n`)
}

export const lastResult = (name: string): Result | undefined =>
  existsSync(fileOf(name)) ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Result) : undefined

/** Regressions since the last good run: ratios to the ceiling, because machines differ in speed, and proofs that held. */
export const regressions = (before: Result, figures: readonly Figure[]): string[] =>
  before.figures.flatMap((old) => {
    const now = figures.find(({ name }) => name === old.name)
    // A missing figure may hide a regression; names that contain an amount change with the options.
    if (!now)
      return old.ofCeiling !== undefined || old.proof !== undefined
        ? [`${old.name}: measured before, is missing now`]
        : []
    if (old.proof === true && now.proof === false)
      return [`${old.name}: held before, is broken now (${now.note ?? ''})`]
    if (old.ofCeiling === undefined || now.ofCeiling === undefined) return []
    return now.ofCeiling >= old.ofCeiling * (1 - TOLERANCE)
      ? []
      : [
          `${old.name}: ${Math.round(old.ofCeiling * 100)}% of its ceiling before, ${Math.round(now.ofCeiling * 100)}% now`,
        ]
  })
