import { isUuid } from '@kartis/domain/ticket-code.ts'
import { clockIn, dayAfter, dayIn, isCalendarDay, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Platform } from '../platform/platform.ts'
import { CommandError } from './command.ts'

/** Shekels or per cent: far above every sum of a command, and its hundredths are still a PostgreSQL integer. */
const MOST = 10_000_000

/** A decimal with at most two places in hundredths: percents in basis points, shekels in agorot. */
export const hundredths = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^\d+(\.\d{1,2})?$/.test(text))
    throw new CommandError(`--${name} must be a number with at most two decimal places.`)
  if (Number(text) > MOST) throw new CommandError(`--${name} must be no more than ${MOST}.`)
  return Math.round(Number(text) * 100)
}

/** A day of the calendar, `YYYY-MM-DD`. Throws a CommandError that names the option. */
export const dayOf = (name: string, text: string): string => {
  if (!isCalendarDay(text)) throw new CommandError(`--${name} must be a day of the calendar, such as 2026-12-03.`)
  return text
}

export const optionalDayOf = (name: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : dayOf(name, text)

/** The day on which a file is to be paid: tomorrow unless said, never a past one, on which no bank pays. */
export const payDayOf = (platform: Platform, text: string | undefined): string => {
  const today = dayIn(ISRAEL_ZONE, platform.clock())
  if (text === undefined) return dayAfter(today)
  const day = dayOf('pay-on', text)
  if (day < today) throw new CommandError(`--pay-on must not be a past day: today is ${today}.`)
  if (day > dayAfter(today, 366)) throw new CommandError('--pay-on must be within a year.')
  return day
}

/** A uuid in lower case; `what` it names, and where it is listed. */
export const uuidOf = (text: string | undefined, what: string, listedBy: string): string => {
  if (text === undefined || !isUuid(text))
    throw new CommandError(`Name the ${what} by its uuid; ${listedBy} lists them.`)
  return text.toLowerCase()
}

/** A moment as it is on clocks in Israel. */
export const momentOf = (at: Date): string => `${dayIn(ISRAEL_ZONE, at)} ${clockIn(ISRAEL_ZONE, at)} (Israel)`
