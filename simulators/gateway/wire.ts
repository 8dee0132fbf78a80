import { ISRAEL_ZONE } from '@kartis/domain/zone.ts'
/** Amounts in requests and replies are shekels with two decimal places; internally they are agorot. */
export const readShekels = (value: unknown): number | undefined => {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined
  const [, whole, part = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(String(value).trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

export const writeShekels = (agorot: number): string =>
  `${Math.trunc(agorot / 100)}.${String(agorot % 100).padStart(2, '0')}`

/** Text values of a query or a form; lists and nested values are dropped. */
export const textsOf = (source: unknown): Record<string, string> => {
  if (typeof source !== 'object' || source === null) return {}
  return Object.fromEntries(
    Object.entries(source).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= 1000,
    ),
  )
}

/** Created once: creating a formatter is expensive. */
const ISRAELI = new Intl.DateTimeFormat('sv-SE', {
  timeZone: ISRAEL_ZONE,
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** The calendar day in Israel, `YYYY-MM-DD`, and the time of day, `HH:MM:SS`. */
export const israeliTime = (at: Date): { day: string; time: string } => {
  const [day = '', time = ''] = ISRAELI.format(at).split(' ')
  return { day, time }
}
