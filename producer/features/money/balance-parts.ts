import type { Balance, EventBalance, PayoutTotal } from '@kartis/contract/statements.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'

/**
 * A part of the whole balance, in shekels. `debt`: what the producer owes; `promised`: how much more refund runs have promised to
 * buyers than is owed, which is no debt. They stand instead of the others that are owed.
 */
export interface BalancePart {
  readonly name: 'transfer' | 'debt' | 'promised' | 'arriving' | 'reserved' | 'pending' | PayoutsPart
  readonly amount: number
}

/** Payouts that have not arrived: those that nobody has approved yet, those on their way, and those that came back. */
const PAYOUTS_PARTS = ['unapproved', 'under_way', 'returned'] as const
export type PayoutsPart = (typeof PAYOUTS_PARTS)[number]

export const isPayoutsPart = (name: BalancePart['name']): name is PayoutsPart =>
  PAYOUTS_PARTS.some((part) => part === name)

const payoutsPartOf = ({ status }: PayoutTotal): PayoutsPart =>
  status === 'draft' ? 'unapproved' : status === 'returned' ? 'returned' : 'under_way'

/** The payouts of a part, by state. */
export const openPayouts = ({ parts }: Pick<Balance, 'parts'>, part: PayoutsPart): readonly PayoutTotal[] =>
  parts.payouts.filter((payout) => payoutsPartOf(payout) === part)

const totalOf = (payouts: readonly PayoutTotal[]): number =>
  toShekels(payouts.reduce((sum, { amount }) => sum + toAgorot(amount), 0))

/** What is owed below 0: what the producer owes, and what of it is only promised to buyers. */
const belowZero = ({ payable, parts }: Balance): readonly BalancePart[] => {
  if (parts.promised_refunds === 0) return [{ name: 'debt', amount: payable }]
  const debt = Math.min(0, toAgorot(payable) + toAgorot(parts.promised_refunds) + toAgorot(parts.reserve))
  const promised: BalancePart = { name: 'promised', amount: toShekels(toAgorot(payable) - debt) }
  return debt < 0 ? [{ name: 'debt', amount: toShekels(debt) }, promised] : [promised]
}

/** The parts of the balance; they sum to it. Those of zero are missing, except what is to be transferred. */
export const balanceParts = (balance: Balance): readonly BalancePart[] => {
  const { payable, reserved, pending, parts } = balance
  const owed = toAgorot(payable)
  const arriving = Math.min(Math.max(0, owed), toAgorot(parts.not_arrived))
  const now: readonly BalancePart[] =
    owed < 0 ? belowZero(balance) : [{ name: 'transfer', amount: toShekels(owed - arriving) }]
  const others: readonly BalancePart[] = [
    { name: 'arriving', amount: toShekels(arriving) },
    { name: 'reserved', amount: reserved },
    { name: 'pending', amount: pending },
    ...PAYOUTS_PARTS.map((name) => ({ name, amount: totalOf(openPayouts({ parts }, name)) })),
  ]
  return [...now, ...others.filter(({ amount }) => amount !== 0)]
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
