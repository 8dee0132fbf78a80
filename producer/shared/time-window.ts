import { clockIn, dayIn, instantIn } from '@kartis/domain/zone.ts'

/** Form values of a time window: days, and times once there is a day. */
export interface WindowValues {
  readonly from_day: string | null
  readonly from_time: string
  readonly until_day: string | null
  readonly until_time: string
}

export const OPEN_WINDOW: WindowValues = { from_day: null, from_time: '', until_day: null, until_time: '' }

const typedOf = (zone: string, at: string | null) =>
  at === null ? { day: null, time: '' } : { day: dayIn(zone, new Date(at)), time: clockIn(zone, new Date(at)) }

/** Converts two API instants into form values in the event's zone. */
export const windowOf = (zone: string, starts: string | null, ends: string | null): WindowValues => {
  const from = typedOf(zone, starts)
  const until = typedOf(zone, ends)
  return { from_day: from.day, from_time: from.time, until_day: until.day, until_time: until.time }
}

const momentOf = (zone: string, day: string | null, time: string): Date | null =>
  day === null || time === '' ? null : instantIn(zone, day, time)

/** Converts form values into instants; null for an open end. */
export const momentsOf = (zone: string, values: WindowValues): { starts: Date | null; ends: Date | null } => ({
  starts: momentOf(zone, values.from_day, values.from_time),
  ends: momentOf(zone, values.until_day, values.until_time),
})

/** Reports a day without a time as `required`. */
export const missingHours = (values: WindowValues): Record<string, readonly string[]> => ({
  ...(values.from_day !== null && values.from_time === '' && { from_time: ['required'] }),
  ...(values.until_day !== null && values.until_time === '' && { until_time: ['required'] }),
})

/** Reports an end in the past, with which what is new would be born over; one that was saved before stays as it is. */
export const pastEnd = (
  zone: string,
  values: WindowValues,
  now: Date,
  before?: WindowValues,
): Record<string, readonly string[]> => {
  const { ends } = momentsOf(zone, values)
  if (!ends || ends > now) return {}
  const same = before?.until_day === values.until_day && before.until_time === values.until_time
  return same ? {} : { until_day: ['must_be_future'] }
}
