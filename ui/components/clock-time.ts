/** Three digits with the colon that comes by itself behind the second one. */
const THREE_DIGITS = /^(\d)(\d):(\d)$/u

/**
 * Parses a typed time into `HH:MM`: `9` and `9:` → 09:00, `930` → 09:30; undefined for `21.5` and anything else that is no
 * time. While it is typed, `130` reads `13:0`: it is 01:30 all the same.
 */
export const readClock = (typed: string): string | undefined => {
  const text = typed.replace(THREE_DIGITS, '$1:$2$3')
  const found = /^\s*(?<hours>\d{1,2})(?:[:.\s]?(?<minutes>\d{2})|[:.])?\s*$/u.exec(text)?.groups
  if (found === undefined) return undefined
  const hours = Number(found['hours'])
  const minutes = Number(found['minutes'] ?? '0')
  return hours < 24 && minutes < 60
    ? `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
    : undefined
}

/** Formats a time while it is typed: digits only, with a colon inserted after the second digit. */
export const typeClock = (text: string, before: string): string => {
  const digits = text
    .replaceAll(/[^0-9:]/gu, '')
    // The colon comes by itself; one that is typed all the same is the same one.
    .replaceAll(/:+/gu, ':')
    .slice(0, 5)
  const grew = digits.length > before.length
  return grew && /^\d{2}$/u.test(digits)
    ? `${digits}:`
    : grew && /^\d{3,4}$/u.test(digits)
      ? `${digits.slice(0, 2)}:${digits.slice(2)}`
      : digits
}
