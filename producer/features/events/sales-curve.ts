export interface DayOfSales {
  /** `2026-12-17` */
  readonly day: string
  readonly tickets: number
  readonly sum_total_amount: number
}

const DAY_MS = 86_400_000
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)
const keyOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Every day from the first sale to `last`, days without sales as zero; at least two points, so that there is a line. */
export const everyDay = (days: readonly DayOfSales[], last: string): readonly DayOfSales[] => {
  const [first] = days
  if (first === undefined) return []
  const known = new Map(days.map((one) => [one.day, one]))
  const from = first.day < last ? noon(first.day) : noon(first.day) - DAY_MS
  const to = Math.max(noon(last), noon(days.at(-1)?.day ?? last))
  return Array.from({ length: Math.round((to - from) / DAY_MS) + 1 }, (_, place) => {
    const day = keyOf(from + place * DAY_MS)
    return known.get(day) ?? { day, tickets: 0, sum_total_amount: 0 }
  })
}

const STEPS = [1, 2, 5]

/** Four lines of a scale from zero, in steps that people count in: [0, 50, 100, 150] for a top of 129. */
export const scaleFor = (top: number): readonly number[] => {
  const least = Math.max(1, top / 3)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = (STEPS.find((one) => one * power >= least) ?? 10) * power
  return [0, step, 2 * step, 3 * step]
}

export interface Point {
  /** Percent from the start of the plot. */
  readonly x: number
  /** Percent from its top. */
  readonly y: number
}

export const pointsOf = (values: readonly number[], top: number): readonly Point[] =>
  values.map((value, place) => ({
    x: values.length === 1 ? 100 : (place / (values.length - 1)) * 100,
    y: 100 - (value / top) * 100,
  }))

const round = (value: number): string => value.toFixed(2)

/** A calm line through the points that never swings past them: each piece leaves and arrives level. */
export const lineThrough = (points: readonly Point[]): string =>
  points
    .map((point, place) => {
      const before = points[place - 1]
      if (before === undefined) return `M${round(point.x)} ${round(point.y)}`
      const middle = round((before.x + point.x) / 2)
      return `C${middle} ${round(before.y)} ${middle} ${round(point.y)} ${round(point.x)} ${round(point.y)}`
    })
    .join('')

/** Which days carry a label: the first, the last, and up to two between them. */
export const labelledPlaces = (count: number): readonly number[] => {
  const most = Math.min(4, count)
  return [...new Set(Array.from({ length: most }, (_, place) => Math.round((place * (count - 1)) / (most - 1 || 1))))]
}
