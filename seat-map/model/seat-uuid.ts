/**
 * A seat's uuid is computed, not stored: the first 12 bytes of its seating's uuid, then the seat's number. It is a uuid of
 * version 8, so it never equals one of version 7 that the installation draws.
 */
const SHAPE = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const MAX_NUMBER = 0xff_ff_ff_ff

/** The first 12 bytes in hexadecimal digits, with version 8 and the variant of RFC 9562. */
const prefixOf = (seating: string): string => {
  const digits = seating.toLowerCase().replaceAll('-', '').slice(0, 24)
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0b0011) | 0b1000).toString(16)
  return `${digits.slice(0, 12)}8${digits.slice(13, 16)}${variant}${digits.slice(17)}`
}

const withHyphens = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-')

/** `seating`: the uuid of the snapshot of a map that an event sells. */
export const seatUuid = (seating: string, number: number): string => {
  if (!Number.isInteger(number) || number < 0 || number > MAX_NUMBER)
    throw new RangeError(`No seat has the number ${number}.`)
  return withHyphens(prefixOf(seating) + number.toString(16).padStart(8, '0'))
}

/** The number of a seat, or undefined for whatever is no seat of this seating. */
export const seatNumberOf = (seating: string, uuid: string): number | undefined => {
  const lower = uuid.toLowerCase()
  if (!SHAPE.test(lower)) return undefined
  const digits = lower.replaceAll('-', '')
  return digits.startsWith(prefixOf(seating)) ? Number.parseInt(digits.slice(24), 16) : undefined
}
