import type { Balance, EventBalance, PayoutTotal } from '@kartis/contract/statements.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'

/** A part of the whole balance, in shekels. `debt`: what the producer owes; it stands instead of the others that are owed. */
export interface BalancePart {
  readonly name: 'transfer' | 'debt' | 'arriving' | 'reserved' | 'pending' | 'under_way' | 'returned'
  readonly amount: number
}

/** Payouts that came back, or those that are on their way, by state. */
export const openPayouts = ({ parts }: Pick<Balance, 'parts'>, isReturned: boolean): readonly PayoutTotal[] =>
  parts.payouts.filter(({ status }) => (status === 'returned') === isReturned)

const totalOf = (payouts: readonly PayoutTotal[]): number =>
  toShekels(payouts.reduce((sum, { amount }) => sum + toAgorot(amount), 0))

/** The parts of the balance; they sum to it. Those of zero are missing, except what is to be transferred. */
export const balanceParts = ({ payable, reserved, pending, parts }: Balance): readonly BalancePart[] => {
  const owed = toAgorot(payable)
  const arriving = Math.min(Math.max(0, owed), toAgorot(parts.not_arrived))
  const transfer: BalancePart =
    owed < 0 ? { name: 'debt', amount: payable } : { name: 'transfer', amount: toShekels(owed - arriving) }
  const others: readonly BalancePart[] = [
    { name: 'arriving', amount: toShekels(arriving) },
    { name: 'reserved', amount: reserved },
    { name: 'pending', amount: pending },
    { name: 'under_way', amount: totalOf(openPayouts({ parts }, false)) },
    { name: 'returned', amount: totalOf(openPayouts({ parts }, true)) },
  ]
  return [transfer, ...others.filter(({ amount }) => amount !== 0)]
}

/** The whole balance in shekels: what has not arrived at the producer's bank. */
export const wholeBalance = (balance: Balance): number =>
  toShekels(balanceParts(balance).reduce((sum, { amount }) => sum + toAgorot(amount), 0))

/** Events that are not due yet, the earliest payout first. */
export const upcoming = ({ by_event: events }: Balance): readonly EventBalance[] =>
  events
    .filter(({ status }) => status === 'pending')
    .toSorted((a, b) => Date.parse(a.due_at) - Date.parse(b.due_at) || a.name.localeCompare(b.name))

/** Since when something of the balance could be transferred: the earliest day of its events that are due. */
export const dueSince = ({ by_event: events }: Balance): string | undefined =>
  events
    .filter(({ status, net_amount: net }) => status === 'payable' && net > 0)
    .map(({ due_at: at }) => at)
    .toSorted((a, b) => Date.parse(a) - Date.parse(b))[0]

/** What waits for the next statement, in shekels; undefined where nothing does. */
export const dueNow = (balance: Balance): number | undefined => {
  const [main] = balanceParts(balance)
  return main?.name === 'transfer' && main.amount > 0 ? main.amount : undefined
}

export interface DueDay {
  readonly at: string
  readonly amount: number
  readonly events: number
}

/** What falls due on which day, the earliest first. `dayOf` says the calendar day of an instant. */
export const dueDays = (events: readonly EventBalance[], dayOf: (at: string) => string): readonly DueDay[] => {
  const days = new Map<string, DueDay>()
  for (const { due_at: at, net_amount: net } of events) {
    const before = days.get(dayOf(at)) ?? { at, amount: 0, events: 0 }
    const amount = toShekels(toAgorot(before.amount) + toAgorot(net))
    days.set(dayOf(at), { at: before.at, amount, events: before.events + 1 })
  }
  return [...days.values()]
}
