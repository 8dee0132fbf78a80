/**
 * What a one-time code may be requested for, and the entity that it is then good for alone. A code that somebody is talked into reading
 * aloud opens nothing but what its message names.
 */
export const CODE_PURPOSES = {
  sign_in: { subject: null, isOwn: false },
  /** The fresh proof before money or roles change. */
  confirm: { subject: null, isOwn: true },
  /** Erasing one's own data. */
  erase: { subject: null, isOwn: true },
  /** The phone of a buyer, for one order. */
  checkout: { subject: 'order', isOwn: false },
  /** A notification about tickets, of one event. */
  waiting_list: { subject: 'event', isOwn: false },
  /** Accepting one offered ticket. */
  transfer: { subject: 'transfer', isOwn: false },
} as const

export type CodePurpose = keyof typeof CODE_PURPOSES

/** With `payout`, which the operator's command requests and no request of the API. */
export type SentPurpose = CodePurpose | 'payout'

export const CODE_PURPOSE_NAMES = Object.keys(CODE_PURPOSES) as CodePurpose[]

/** Whether a code is good for one entity, which its request names. */
export const hasSubject = (purpose: SentPurpose): boolean =>
  purpose === 'payout' || CODE_PURPOSES[purpose].subject !== null

/** Whether only the signed-in owner of a phone requests it. */
export const isOwnPurpose = (purpose: SentPurpose): boolean => purpose !== 'payout' && CODE_PURPOSES[purpose].isOwn
