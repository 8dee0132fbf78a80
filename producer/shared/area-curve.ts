const STEPS = [1, 2, 5]

/** Four ticks from zero in round steps: [0, 50, 100, 150] for a maximum of 129. */
export const scaleFor = (top: number): readonly number[] => {
  const min = Math.max(1, top / 3)
  const power = 10 ** Math.floor(Math.log10(min))
  const step = (STEPS.find((factor) => factor * power >= min) ?? 10) * power
  return [0, step, 2 * step, 3 * step]
}

export interface Point {
  /** Percent from the start of the plot. */
  readonly x: number
  /** Percent from its top. */
  readonly y: number
}

export const pointsOf = (values: readonly number[], top: number): readonly Point[] =>
  values.map((value, index) => ({
    x: values.length === 1 ? 100 : (index / (values.length - 1)) * 100,
    y: 100 - (value / top) * 100,
  }))

const round = (value: number): string => value.toFixed(2)

/** An SVG path through the points without overshoot: each segment starts and ends horizontally. */
export const lineThrough = (points: readonly Point[]): string =>
  points
    .map((point, index) => {
      const before = points[index - 1]
      if (before === undefined) return `M${round(point.x)} ${round(point.y)}`
      const middle = round((before.x + point.x) / 2)
      return `C${middle} ${round(before.y)} ${middle} ${round(point.y)} ${round(point.x)} ${round(point.y)}`
    })
    .join('')

/** Indices of the labelled points: the first, the last and up to two between them. */
export const labelledIndices = (count: number): readonly number[] => {
  const max = Math.min(4, count)
  return [...new Set(Array.from({ length: max }, (_, index) => Math.round((index * (count - 1)) / (max - 1 || 1))))]
}
