import { HOLD } from './limits.ts'

const MINUTE = 60_000

/** When a reservation made now expires. */
export const holdUntil = (now: Date): Date => new Date(now.getTime() + HOLD.minutes * MINUTE)

/** The new end of a hold whose payment starts now: some more minutes, never earlier than before, up to a maximum in all. */
export const extendForPayment = (hold: { readonly createdAt: Date; readonly expiresAt: Date }, now: Date): Date => {
  const extended = Math.max(hold.expiresAt.getTime(), now.getTime() + HOLD.paymentMinutes * MINUTE)
  const latest = hold.createdAt.getTime() + HOLD.maxMinutes * MINUTE
  return new Date(Math.max(hold.expiresAt.getTime(), Math.min(extended, latest)))
}

/** Whether a reservation has expired; the instant of its expiry counts. */
export const isHoldOver = (expiresAt: Date, now: Date): boolean => now >= expiresAt
