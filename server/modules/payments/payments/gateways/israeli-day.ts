import { dayIn, ISRAEL_ZONE, localTimeIn } from '@kartis/domain/zone.ts'

const DAY_MS = 86_400_000

/** The calendar day in Israel, `YYYY-MM-DD`, so many days later; gateways count in such days. */
export const israeliDay = (at: Date, shift = 0): string => dayIn(ISRAEL_ZONE, new Date(at.getTime() + shift * DAY_MS))

/** The instant of a local time in Israel, `YYYY-MM-DDTHH:MM:SS`; undefined where it is none. */
export const israeliInstant = (local: string): Date | undefined => {
  const asUtc = Date.parse(`${local}Z`)
  if (Number.isNaN(asUtc)) return undefined
  const back = (from: number): number => asUtc - (localTimeIn(ISRAEL_ZONE, new Date(from)).getTime() - from)
  // Twice: near a change of the clock the offset of the first guess is another one.
  return new Date(back(back(asUtc)))
}
