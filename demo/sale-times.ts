import { localTimeIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import { DAY, HOUR, later } from './calendar.ts'
import type { Dice } from './random.ts'
import type { When } from './show.ts'

/** Weight of each hour of a day: people buy tickets in the evening. */
const HOURS = [
  1.2, 0.5, 0.2, 0.1, 0.1, 0.15, 0.4, 0.9, 1.6, 2.2, 2.6, 2.7, 2.9, 2.8, 2.5, 2.4, 2.5, 2.7, 3, 3.4, 4.2, 4.8, 4, 2.4,
] as const
/** Sunday first. */
const WEEKDAYS = [1.1, 1, 1, 1.05, 1.25, 0.8, 0.65] as const
const OPENING = { rise: 3.4, days: 2.4 } as const
const LAST_DAYS = { rise: 4, days: 2.6 } as const

/** A peak when the sale opens, evenings, and a rush in the last days. */
const weightOf = (at: Date, { saleFrom, startsAt }: When): number => {
  const local = localTimeIn(ISRAEL_ZONE, at)
  const age = (at.getTime() - (saleFrom ?? at).getTime()) / DAY
  const left = Math.max(0, startsAt.getTime() - at.getTime()) / DAY
  const day = 1 + OPENING.rise * Math.exp(-age / OPENING.days) + LAST_DAYS.rise * Math.exp(-left / LAST_DAYS.days)
  return day * (HOURS[local.getUTCHours()] ?? 1) * (WEEKDAYS[local.getUTCDay()] ?? 1)
}

/** Random instants of a sale, distributed by its curve; `during` is a share of everything sold. */
export const saleTimes = (when: When, random: Dice): ((during?: readonly [number, number]) => Date) => {
  const from = when.saleFrom ?? when.saleTo
  // The last orders need time to be paid.
  const end = later(when.saleTo, -HOUR / 4)
  const hours = Math.max(1, Math.ceil((end.getTime() - from.getTime()) / HOUR))
  const dailyFactors = Array.from({ length: Math.ceil(hours / 24) + 1 }, () => 0.65 + 0.8 * random.next())
  const sums: number[] = []
  let sum = 0
  for (let hour = 0; hour < hours; hour++) {
    sum += weightOf(later(from, hour * HOUR), when) * (dailyFactors[Math.floor(hour / 24)] ?? 1)
    sums.push(sum)
  }
  return ([first, last] = [0, 1]) => {
    const target = sum * (first + (last - first) * random.next())
    const hour = Math.max(
      0,
      sums.findIndex((partial) => partial >= target),
    )
    const at = from.getTime() + (hour + random.next()) * HOUR
    return new Date(Math.min(end.getTime(), Math.floor(at / 1000) * 1000))
  }
}
