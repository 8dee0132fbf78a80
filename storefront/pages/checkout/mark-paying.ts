import { serverTime } from '../../shared/clock.ts'
import { readHold, saveHold } from '../../shared/saved-hold.ts'

/** Longer than a gateway takes to report a payment. */
const AWAITED_MS = 20 * 60_000

/** Notes in the hold of an order whether the outcome of its payment is awaited, for the other pages of the event. */
export const markPaying = (event: string, order: string, isAwaited: boolean): void => {
  const hold = readHold(event)
  if (hold?.order !== order) return
  const { paying: _paying, ...unpaid } = hold
  const paying = new Date(serverTime() + AWAITED_MS).toISOString()
  saveHold(event, isAwaited ? { ...unpaid, paying } : unpaid)
}
