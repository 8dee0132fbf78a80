export interface Percentiles {
  /** milliseconds */
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Percentiles of times in milliseconds. */
export const percentilesOf = (times: readonly number[]): Percentiles => {
  const sorted = Float64Array.from(times).toSorted()
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}

export const median = (figures: readonly number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN

/** The median of each percentile over several rounds. */
export const middleOf = (rounds: readonly Percentiles[]): Percentiles => ({
  p50: median(rounds.map(({ p50 }) => p50)),
  p95: median(rounds.map(({ p95 }) => p95)),
  p99: median(rounds.map(({ p99 }) => p99)),
})
