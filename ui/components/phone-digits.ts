/**
 * Groups the digits of an Israeli number while it is typed, with or without the leading zero; other countries stay
 * ungrouped.
 */
export const groupPhone = (dial: string, digits: string): string => {
  if (dial !== '972') return digits
  const head = digits.startsWith('0') ? 3 : 2
  const areaCode = /^0?[23489]/u.test(digits) ? head - 1 : head
  return [digits.slice(0, areaCode), digits.slice(areaCode, areaCode + 3), digits.slice(areaCode + 3)]
    .filter((part) => part !== '')
    .join('-')
}

/** The caret position in the grouped text with as many digits before it as in the typed text. */
export const caretAfter = (grouped: string, digitsBefore: number): number => {
  if (digitsBefore === 0) return 0
  let seen = 0
  for (let place = 0; place < grouped.length; place += 1) {
    if (grouped[place] !== '-') seen += 1
    if (seen === digitsBefore) return place + 1
  }
  return grouped.length
}
