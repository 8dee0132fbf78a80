import type { Agorot } from './money.ts'
import type { StateTable } from './states.ts'
import { dayIn, ISRAEL_ZONE } from './zone.ts'

/**
 * A cardholder disputes a charge at the card company:
 * - `notified`: the acquirer told us; the amount is held
 * - `evidence_due`: the evidence must be with the acquirer within days, or the acquirer asked for more of it
 * - `sent`: the evidence was sent; the acquirer decides
 * - `won`: the charge stands, and the amount is the producer's again
 * - `lost`: the acquirer has taken the amount
 * - `accepted`: as `lost`, because the producer does not contest
 */
export const DISPUTE_STATES = ['notified', 'evidence_due', 'sent', 'won', 'lost', 'accepted'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** - sent → evidence_due: the acquirer asks for more, with another deadline. */
export const DISPUTE_MOVES: StateTable<DisputeState> = {
  notified: ['evidence_due', 'sent', 'won', 'lost', 'accepted'],
  evidence_due: ['sent', 'won', 'lost', 'accepted'],
  sent: ['evidence_due', 'won', 'lost', 'accepted'],
  won: [],
  lost: [],
  accepted: [],
}

/** Whether nothing is decided yet, so that the amount is held. */
export const isOpenDispute = (state: DisputeState): boolean => DISPUTE_MOVES[state].length > 0

/** What a person says of a dispute; `evidence_due` comes from the acquirer or the calendar. */
export const DISPUTE_ANSWERS = ['sent', 'accepted', 'won', 'lost'] as const
export type DisputeAnswer = (typeof DISPUTE_ANSWERS)[number]

/**
 * What the producer may say now. Where the installation holds the money, the acquirer's decision reaches its operator, who
 * releases the amount; on a terminal of the producer it reaches the producer.
 */
export const producerAnswers = (state: DisputeState, isHeld: boolean): DisputeAnswer[] =>
  DISPUTE_ANSWERS.filter(
    (answer) => DISPUTE_MOVES[state].includes(answer) && (!isHeld || answer === 'sent' || answer === 'accepted'),
  )

/** How the amount of an end is booked; an accepted dispute is lost without a decision. */
export const disputeEnd = (state: DisputeState): 'won' | 'lost' | undefined => {
  if (state === 'won') return 'won'
  return state === 'lost' || state === 'accepted' ? 'lost' : undefined
}

/** Days before the deadline at which managers are reminded. */
export const DISPUTE_REMINDER_DAYS = 3

const DAY = 86_400_000

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** The last day for the evidence where the notice names none: `days` after the day of the notice, in Israel. */
export const usualDeadline = (notifiedAt: Date, days: number): string => daysAfter(dayIn(ISRAEL_ZONE, notifiedAt), days)

/** Deadlines up to this day are near: the reminder is due. */
export const nearDeadline = (now: Date): string => daysAfter(dayIn(ISRAEL_ZONE, now), DISPUTE_REMINDER_DAYS)

/** What of a charge may still be refunded: neither what went back, nor what its cardholder disputes or the acquirer has taken. */
export const refundable = (charge: {
  readonly amount: Agorot
  readonly refunded: Agorot
  /** In open disputes, and in those that were lost. */
  readonly disputed: Agorot
}): Agorot => Math.max(0, charge.amount - charge.refunded - charge.disputed)

/** What of a charge may still be disputed: what earlier disputes took is gone. */
export const disputable = (charged: Agorot, taken: Agorot): Agorot => Math.max(0, charged - taken)
