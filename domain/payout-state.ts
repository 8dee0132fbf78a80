import type { StateTable } from './states.ts'

/**
 * - `draft`: made with its statement; waits for another person
 * - `approved`: by another person than the one who drafted it; waits for the bank file
 * - `exported`: in a bank file
 * - `sent`: the file was handed to the bank
 * - `confirmed`: the bank has transferred it
 * - `returned`: the bank of the producer sent it back; it is issued again as another payout
 */
export const PAYOUT_STATES = ['draft', 'approved', 'exported', 'sent', 'confirmed', 'returned'] as const
export type PayoutState = (typeof PAYOUT_STATES)[number]

/** `approved` goes back where the bank details were changed since: another approval is needed. */
export const PAYOUT_STEPS: StateTable<PayoutState> = {
  draft: ['approved'],
  approved: ['exported', 'draft'],
  exported: ['sent'],
  sent: ['confirmed', 'returned'],
  confirmed: ['returned'],
  returned: [],
}

/** Hours for which payouts wait after a change of bank details. */
export const BANK_CHANGE_HOURS = 72

/** Until when payouts wait; undefined when they do not. `changedAt`: null for bank details that were never changed. */
export const heldUntil = (changedAt: Date | null, now: Date): Date | undefined => {
  if (changedAt === null) return undefined
  const until = new Date(changedAt.getTime() + BANK_CHANGE_HOURS * 3_600_000)
  return until > now ? until : undefined
}

/** Whether a person may approve what another drafted. Names are compared without case and spaces around them. */
export const mayApprove = (draftedBy: string, approver: string): boolean => {
  const plain = (name: string): string => name.trim().toLocaleLowerCase()
  return plain(approver) !== '' && plain(approver) !== plain(draftedBy)
}
