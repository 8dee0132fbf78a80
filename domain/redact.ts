/**
 * What an error report never contains: phones, ID and card numbers, e-mail addresses, tokens and codes, query strings. The
 * patterns redact too much rather than too little; names of files, functions and tables stay.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w.%+-])[\w.%+-]+@[\w-]+(?:\.[\w-]+)+/gu, '[email]'],
  // query string or fragment of a URL, up to the next blank or quote
  [/(?<![^\s?#"'<>])([^\s?#"'<>/]*\/[^\s?#"'<>]*)[?#][^\s"'<>)]*/gu, '$1?[query]'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/giu, '$1 [token]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/giu, '[uuid]'],
  // long runs of mixed letters and digits, which are never names
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}/gu, '[token]'],
  // seven digits or more in any grouping: phones, ID, card and account numbers
  [/\+?\d(?:[ ().-]{0,2}\d){6,}/gu, '[number]'],
]

const MAX_CHARS = 2000

/** Replaces personal data and secrets by placeholders; at most 2000 characters of the text. */
export const redact = (text: string): string =>
  RULES.reduce((redacted, [pattern, placeholder]) => redacted.replace(pattern, placeholder), text.slice(0, MAX_CHARS))
