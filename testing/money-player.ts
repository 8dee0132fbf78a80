import { deepStrictEqual } from 'node:assert'
import type { Act, ActOf, Books } from './money-history.ts'
import { decide, dispute } from './money-disputes.ts'
import { partOf, pick } from './money-picks.ts'
import { endPromise, promise } from './money-promises.ts'
import {
  type AccountFacts,
  arrived,
  type Dispute,
  ledgerSums,
  type Party,
  percent,
  type Promised,
  promisedOf,
  refundable,
  type Refund,
  type Sale,
  contentsOf,
  settledBalance,
  type Terms,
} from './money-sums.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000
export const HISTORY_START: number = Date.UTC(2027, 0, 10, 10)

/** When the events of a history end. */
export const EVENT_ENDS: readonly Date[] = [3, 20, 50].map((days) => new Date(HISTORY_START + days * DAY - HOUR))

const USUAL: Terms = {
  regularBp: 500,
  specialBp: 500,
  touristBp: 750,
  ticketFee: 150,
  ticketFeeIncludesVat: false,
  mode: 'platform',
  reserveBp: 0,
  reserveDays: 0,
}

interface Payout {
  readonly amount: number
  state: 'draft' | 'approved' | 'exported' | 'sent' | 'confirmed' | 'returned' | 'reissued'
}

interface Contents {
  readonly amount: number
  readonly held: number
}

/** A history while it is played: what happened, and what was stated of it. */
interface Play {
  readonly books: Books
  now: Date
  terms: Terms
  readonly vat: { readonly day: string; readonly bp: number }[]
  readonly sales: Sale[]
  readonly refunds: Refund[]
  readonly promises: Promised[]
  readonly disputes: Dispute[]
  readonly payouts: Payout[]
  readonly parties: Party[]
  corrections: number
  feePayments: number
  paidOut: number
  confirmed: number
  returnedAfter: number
  last: { readonly number: number; readonly closing: number }
  /** By event and kind. */
  readonly stated: Map<string, Contents>
  /** Card revenue on each statement. */
  readonly revenue: { readonly at: Date; readonly amount: number }[]
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const withoutZeros = (sums: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0))

const factsOf = (play: Play): AccountFacts => play

const sell = async (play: Play, { event, amount, bucket, cash }: ActOf<'sale'>): Promise<void> => {
  const holder = cash ? 'register' : play.terms.mode === 'platform' ? 'platform' : 'producer'
  const sale: Sale = { event, amount, bucket, holder, at: play.now, refunds: [], disputes: [] }
  play.sales.push(sale)
  await play.books.sell({ ...sale, cash }, play.sales.length - 1)
}

const giveFree = async (play: Play, { event, count }: ActOf<'free'>): Promise<void> => {
  const party = play.parties[event]
  // The fee of free tickets is booked when the event is settled.
  if (!party || party.settled) return
  party.free += count
  await play.books.giveFree(event, count, play.now)
}

const refund = async (play: Play, { of, share, end: ending }: ActOf<'refund'>): Promise<void> => {
  const found = pick(play.sales, of)
  const left = found ? refundable(found.item) : 0
  if (!found || left <= 0) return
  const end = found.item.holder === 'register' ? 'paid' : ending
  const amount = partOf(left, share)
  const made: Refund = { amount, end: end === 'failed' ? 'waits' : end }
  found.item.refunds.push(made)
  play.refunds.push(made)
  await play.books.refund(found.place, play.refunds.length - 1, { amount, end }, play.now)
}

/** What comes after each state of a refund. */
const REFUND_STEPS: Readonly<Record<string, readonly string[]>> = {
  open: ['paid', 'failed', 'waits'],
  waits: ['transferred', 'withdrawn'],
}

const endRefund = async (play: Play, { of, end }: ActOf<'refund_end'>): Promise<void> => {
  const found = pick(play.refunds, of)
  const sale = found && play.sales.find(({ refunds }) => refunds.includes(found.item))
  if (!found || !sale || !REFUND_STEPS[found.item.end]?.includes(end)) return
  // A disputed charge is not paid back as well.
  if (end === 'transferred' && refundable(sale) < 0) return
  // Money that went back elsewhere is that of the oldest refund that waits.
  const item = end === 'withdrawn' ? (sale.refunds.find((each) => each.end === 'waits') ?? found.item) : found.item
  item.end = end === 'failed' ? 'waits' : end
  await play.books.endRefund(play.refunds.indexOf(item), end, play.now)
}

/** A new rate begins on the next day. */
const setVat = async (play: Play, { bp }: ActOf<'vat'>): Promise<void> => {
  const day = dayOf(new Date(play.now.getTime() + DAY))
  play.vat.push({ day, bp })
  await play.books.setVat(day, bp)
}

/** Due: four hours after the end, and when the acquirer has paid, on the 2nd of the month after. */
const isDue = ({ endsAt }: Party, now: Date): boolean => {
  const paid = Date.UTC(endsAt.getUTCFullYear(), endsAt.getUTCMonth() + 1, 2)
  return now.getTime() >= endsAt.getTime() + 4 * HOUR && now.getTime() >= paid
}

/** What statements up to now have to say, by event and kind, when the events that are due are settled. */
const dueContents = (play: Play): Map<string, Contents> => {
  const stated = new Map<string, Contents>([
    ['account correction', { amount: play.corrections, held: 0 }],
    ['account fee_payment', { amount: play.feePayments, held: 0 }],
  ])
  play.parties.forEach((party, event) => {
    if (!party.settled) return
    const { amounts, held } = contentsOf(
      party,
      play.sales.filter((sale) => sale.event === event),
    )
    const beside: Readonly<Record<string, number>> = held
    for (const [kind, amount] of Object.entries(amounts))
      stated.set(`${event} ${kind}`, { amount, held: beside[kind] ?? 0 })
  })
  return stated
}

const settleDue = (play: Play): Party[] => {
  const vatBp = play.vat.filter(({ day }) => day <= dayOf(play.now)).reduce((a, b) => (b.day >= a.day ? b : a)).bp
  const due = play.parties.filter(
    (party, event) =>
      !party.settled && isDue(party, play.now) && (party.free > 0 || play.sales.some((sale) => sale.event === event)),
  )
  for (const party of due) party.settled = { terms: play.terms, vatBp }
  return due
}

/** The reserve of the card revenue on the statements of the last days. */
const reserveOf = (play: Play, revenue: number): number => {
  const { reserveBp, reserveDays } = play.terms
  const since = play.now.getTime() - reserveDays * DAY
  const earlier = play.revenue.filter(({ at }) => at.getTime() > since).map(({ amount }) => amount)
  const covered = [...earlier, revenue].reduce((all, amount) => all + amount, 0)
  return reserveDays > 0 ? percent(Math.max(0, covered), reserveBp) : 0
}

const state = async (play: Play): Promise<void> => {
  const newlySettled = settleDue(play)
  const lines = [...dueContents(play)].flatMap(([key, now]) => {
    const before = play.stated.get(key) ?? { amount: 0, held: 0 }
    const line = { key, amount: now.amount - before.amount, held: now.held - before.held }
    return line.amount === 0 && line.held === 0 ? [] : [line]
  })
  const revenue = lines
    .filter(({ key }) => [' sale', ' refund', ' refund_waiting'].some((kind) => key.endsWith(kind)))
    .reduce((all, { amount }) => all + amount, 0)
  const balance = settledBalance(factsOf(play))
  const promised = promisedOf(play.promises)
  const available = Math.min(balance, arrived(factsOf(play), play.now)) - promised - reserveOf(play, revenue)
  const paidOut = balance > 0 ? Math.max(0, available) : 0
  const made = await play.books.state(play.now)
  if (lines.length === 0 && paidOut === 0) {
    // Nothing was stated of them: their terms are those of a later day.
    for (const party of newlySettled) party.settled = undefined
    deepStrictEqual(made, undefined)
    return
  }
  const expected = {
    number: play.last.number + 1,
    opening: play.last.closing,
    closing: balance - paidOut,
    lines: [...lines, ...(paidOut > 0 ? [{ key: 'account payout', amount: -paidOut, held: 0 }] : [])],
    promised,
    payout: paidOut > 0 ? paidOut : undefined,
  }
  const byKey = (a: { key: string }, b: { key: string }): number => a.key.localeCompare(b.key)
  const keyed = made?.lines.map(({ event, kind, amount, held }) => ({
    key: `${event ?? 'account'} ${kind}`,
    amount,
    held,
  }))
  deepStrictEqual(made && { ...made, lines: keyed?.toSorted(byKey) }, {
    ...expected,
    lines: expected.lines.toSorted(byKey),
  })
  for (const { key } of lines) play.stated.set(key, dueContents(play).get(key) ?? { amount: 0, held: 0 })
  play.revenue.push({ at: play.now, amount: revenue })
  play.last = { number: expected.number, closing: expected.closing }
  play.paidOut += paidOut
  if (paidOut > 0) play.payouts.push({ amount: paidOut, state: 'draft' })
}

const exportApproved = async (play: Play): Promise<void> => {
  const approved = play.payouts.filter((payout) => payout.state === 'approved')
  for (const payout of approved) payout.state = 'exported'
  const amounts = approved.map(({ amount }) => amount)
  const sorted = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b)
  deepStrictEqual(sorted(await play.books.exported(play.now)), sorted(amounts))
}

const FROM = {
  approve: ['draft'],
  send: ['exported'],
  confirm: ['sent'],
  return: ['sent', 'confirmed'],
  reissue: ['returned'],
} as const
const TO = { approve: 'approved', send: 'sent', confirm: 'confirmed', return: 'returned', reissue: 'reissued' } as const

const step = async (play: Play, { of, step: name }: ActOf<'payout'>): Promise<void> => {
  if (name === 'export') return exportApproved(play)
  const found = pick(play.payouts, of)
  const from: readonly string[] = FROM[name]
  if (!found || !from.includes(found.item.state)) return
  const { item, place } = found
  if (name === 'confirm') play.confirmed += item.amount
  if (name === 'return' && item.state === 'confirmed') play.returnedAfter += item.amount
  item.state = TO[name]
  await play.books.step(name, place, play.now)
  if (name === 'reissue') play.payouts.push({ amount: item.amount, state: 'draft' })
}

const perform = async (play: Play, act: Act): Promise<void> => {
  switch (act.act) {
    case 'sale':
      return sell(play, act)
    case 'free':
      return giveFree(play, act)
    case 'refund':
      return refund(play, act)
    case 'refund_end':
      return endRefund(play, act)
    case 'promise':
      return promise(play, act)
    case 'promise_end':
      return endPromise(play, act)
    case 'dispute':
      return dispute(play, act)
    case 'decision':
      return decide(play, act)
    case 'terms':
      play.terms = act.terms
      return play.books.agree(act.terms, play.now)
    case 'vat':
      return setVat(play, act)
    case 'correction':
      play.corrections += act.amount
      return play.books.note('correction', act.amount, play.now)
    case 'fee_payment':
      play.feePayments += act.amount
      return play.books.note('fee_payment', act.amount, play.now)
    case 'wait':
      play.now = new Date(play.now.getTime() + act.days * DAY)
      return undefined
    case 'statement':
      return state(play)
    case 'payout':
      return step(play, act)
  }
}

const start = (books: Books): Play => ({
  books,
  now: new Date(HISTORY_START),
  terms: USUAL,
  vat: [{ day: '2025-01-01', bp: 1800 }],
  sales: [],
  refunds: [],
  promises: [],
  disputes: [],
  payouts: [],
  parties: EVENT_ENDS.map((endsAt) => ({ endsAt, free: 0, settled: undefined })),
  corrections: 0,
  feePayments: 0,
  paidOut: 0,
  confirmed: 0,
  returnedAfter: 0,
  last: { number: 0, closing: 0 },
  stated: new Map(),
  revenue: [],
})

/**
 * Plays a history into books, and compares each statement, each bank file and in the end every account of the ledger with the sums
 * of what happened. Throws an AssertionError for a difference of one agora.
 */
export const playHistory = async (acts: readonly Act[], books: Books): Promise<void> => {
  const play = start(books)
  await books.agree(USUAL, new Date(HISTORY_START - DAY))
  for (const act of acts) {
    play.now = new Date(play.now.getTime() + MINUTE)
    await perform(play, act)
  }
  // Every event is due by then.
  play.now = new Date(Math.max(play.now.getTime(), HISTORY_START + 60 * DAY) + 40 * DAY)
  await state(play)
  for (let of = 0; of < play.payouts.length; of++) await step(play, { act: 'payout', of, step: 'approve' })
  await exportApproved(play)
  deepStrictEqual(withoutZeros({ ...(await books.ledger()) }), withoutZeros(ledgerSums(factsOf(play))))
}
