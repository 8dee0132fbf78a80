/** Version of the terms; stored with each account that accepted them. */
export const TERMS_VERSION = '2026-11'

/** The sections in order; their texts are in the `terms` namespace. */
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
