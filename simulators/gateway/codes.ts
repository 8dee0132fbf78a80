import { randomBytes, randomInt } from 'node:crypto'

/** A random number of so many decimal digits. */
export const digits = (count: number): string => String(randomInt(1, 10 ** count)).padStart(count, '0')

/** One letter, fourteen hexadecimal digits, the card's last four. */
export const newToken = (last4: string): string =>
  `${String.fromCodePoint(97 + randomInt(26))}${randomBytes(7).toString('hex')}${last4}`
