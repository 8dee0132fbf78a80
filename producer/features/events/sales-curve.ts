export interface DayOfSales {
  /** `2026-12-17` */
  readonly day: string
  readonly tickets: number
  readonly sum_total_amount: number
}

const DAY_MS = 86_400_000
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`)
const keyOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/**
 * Every day from the first sale to `last`, days without sales as zero; at least two points, so that there is a line.
 */
export const everyDay = (days: readonly DayOfSales[], last: string): readonly DayOfSales[] => {
  const [first] = days
  if (first === undefined) return []
  const byDay = new Map(days.map((item) => [item.day, item]))
  const from = first.day < last ? noon(first.day) : noon(first.day) - DAY_MS
  const to = Math.max(noon(last), noon(days.at(-1)?.day ?? last))
  return Array.from({ length: Math.round((to - from) / DAY_MS) + 1 }, (_, index) => {
    const day = keyOf(from + index * DAY_MS)
    return byDay.get(day) ?? { day, tickets: 0, sum_total_amount: 0 }
  })
}
