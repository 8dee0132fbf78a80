import { HOLD } from './limits.ts'

const MINUTE = 60_000

interface Hold {
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** When a reservation made now expires. */
export const holdUntil = (now: Date): Date => new Date(now.getTime() + HOLD.minutes * MINUTE)

/** The new end of a hold whose payment starts now: some more minutes, never earlier than before, up to a maximum in all. */
export const extendForPayment = (hold: Hold, now: Date): Date => {
  const extended = Math.max(hold.expiresAt.getTime(), now.getTime() + HOLD.paymentMinutes * MINUTE)
  const latest = hold.createdAt.getTime() + HOLD.maxMinutes * MINUTE
  return new Date(Math.max(hold.expiresAt.getTime(), Math.min(extended, latest)))
}

/** Whether the hold lasts longer than at first: its buyer asked for more time, or a payment began. */
export const isExtended = ({ createdAt, expiresAt }: Hold): boolean => expiresAt > holdUntil(createdAt)

/** The new end of a hold whose buyer asks for more time: once, and shortly before it ends; undefined otherwise. */
export const extendOnce = (hold: Hold, now: Date): Date | undefined => {
  const isDue = hold.expiresAt.getTime() - now.getTime() <= HOLD.extendWithinMinutes * MINUTE
  if (isExtended(hold) || !isDue || isHoldOver(hold.expiresAt, now)) return undefined
  return new Date(hold.createdAt.getTime() + HOLD.maxMinutes * MINUTE)
}

/** Whether a reservation has expired; the instant of its expiry counts. */
export const isHoldOver = (expiresAt: Date, now: Date): boolean => now >= expiresAt
