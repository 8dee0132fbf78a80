import type { Load } from './load.ts'
import { median, middleOf } from './percentiles.ts'
import type { Figure } from './report.ts'

/** Summarises several rounds of one load as one row. */
export const figureOf = (name: string, loads: readonly Load[]): Figure & { rate: number } => ({
  name,
  rate: median(loads.map((load) => load.rate)),
  ...middleOf(loads),
})
