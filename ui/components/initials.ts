const firstLetterOf = (part: string): string => /^\p{L}/u.exec(part)?.[0] ?? ''

/** First letters of the first two words that begin with a letter; empty for a phone number or an empty name. */
export const initialsOf = (name: string): string =>
  name.trim().split(/\s+/u).map(firstLetterOf).filter(Boolean).slice(0, 2).join('')
