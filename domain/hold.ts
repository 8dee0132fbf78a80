import { HOLD } from './limits.ts'

const MINUTE = 60_000

/** When a reservation made now gives its stock back. */
export const holdUntil = (now: Date): Date => new Date(now.getTime() + HOLD.minutes * MINUTE)

/** A payment that starts now has its own minutes, the hold never shrinks, and all of it together has an end. */
export const extendForPayment = (hold: { readonly createdAt: Date; readonly expiresAt: Date }, now: Date): Date => {
  const wished = Math.max(hold.expiresAt.getTime(), now.getTime() + HOLD.paymentMinutes * MINUTE)
  const last = hold.createdAt.getTime() + HOLD.maxMinutes * MINUTE
  return new Date(Math.max(hold.expiresAt.getTime(), Math.min(wished, last)))
}

export const isHoldOver = (expiresAt: Date, now: Date): boolean => now >= expiresAt
