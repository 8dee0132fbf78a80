/**
 * What never leaves the house in a report of a fault: phones, ID and card numbers, e-mail addresses, tokens and codes,
 * the queries of addresses. Rather too much is struck out than too little; names of files, functions and tables stay.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/gu, '[email]'],
  // what stands between the path of an address and the next blank or quote
  [/(https?:\/\/[^\s?#"'<>]*|\/[\w./%-]*)[?#][^\s"'<>)]*/gu, '$1?[query]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/giu, '$1 [token]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu, '[uuid]'],
  // long runs that no person and no program calls anything by: letters and digits mixed
  [/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}/gu, '[token]'],
  // seven digits and more, however they are grouped: phones, ID, card and account numbers
  [/\+?\d(?:[ ().-]{0,2}\d){6,}/gu, '[number]'],
]

const MAX_CHARS = 2000

export const redact = (text: string): string =>
  RULES.reduce((said, [found, instead]) => said.replace(found, instead), text.slice(0, MAX_CHARS))
