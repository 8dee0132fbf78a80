/** Changes with the text; kept with each account that agreed to it. */
export const TERMS_VERSION = '2026-11'

/** The order of the sections; their words are in the `terms` catalogue. */
export const SECTIONS = [
  'agreement',
  'service',
  'organiser',
  'seller',
  'fees',
  'payout',
  'late',
  'cancel',
  'tickets',
  'conduct',
  'data',
  'spam',
  'content',
  'access',
  'liability',
  'term',
  'notices',
  'law',
] as const
