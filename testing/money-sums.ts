/**
 * The sums of an account computed from what happened and not from journals, by other formulas than those of the product: what its
 * ledger, statements and bank files are compared with. Amounts in agorot.
 */

export type Bucket = 'regular' | 'special' | 'tourist'
export const BUCKETS: readonly Bucket[] = ['regular', 'special', 'tourist']

export interface Terms {
  readonly regularBp: number
  readonly specialBp: number
  readonly touristBp: number
  readonly ticketFee: number
  readonly ticketFeeIncludesVat: boolean
  readonly mode: 'direct' | 'aggregated' | 'platform'
  readonly reserveBp: number
  readonly reserveDays: number
}

export interface Refund {
  readonly amount: number
  /**
   * `waits`: refused by the gateway and owed by bank transfer. `transferred`: a person has paid it then. `withdrawn`: it is not owed
   * any more.
   */
  end: 'open' | 'paid' | 'by_hand' | 'waits' | 'transferred' | 'withdrawn'
}

export interface Dispute {
  readonly amount: number
  end: 'open' | 'won' | 'lost'
}

/** A refund that a run has promised and not requested. */
export interface Promised {
  readonly sale: Sale
  readonly amount: number
  isOpen: boolean
}

export interface Sale {
  readonly event: number
  readonly amount: number
  readonly bucket: Bucket
  readonly holder: 'platform' | 'producer' | 'register'
  readonly at: Date
  readonly refunds: Refund[]
  readonly disputes: Dispute[]
}

/** An event of the history; the terms are those of the day on which a statement settled it. */
export interface Party {
  readonly endsAt: Date
  free: number
  settled: { readonly terms: Terms; readonly vatBp: number } | undefined
}

const total = (amounts: readonly number[]): number => amounts.reduce((all, amount) => all + amount, 0)

/** Half up, for the sums of a history. */
export const percent = (amount: number, bp: number): number => Math.floor((2 * amount * bp + 10_000) / 20_000)

const refunded = (sale: Sale, ends: readonly Refund['end'][]): number =>
  total(sale.refunds.filter(({ end }) => ends.includes(end)).map(({ amount }) => amount))

const disputed = (sale: Sale, ends: readonly Dispute['end'][]): number =>
  total(sale.disputes.filter(({ end }) => ends.includes(end)).map(({ amount }) => amount))

const SENT = ['open', 'paid', 'by_hand'] as const
const REFUSED = ['waits', 'transferred'] as const
/** What is the buyers', on its way or not. */
const GONE = [...SENT, ...REFUSED] as const
/** What a person has paid in place of the installation. */
const HANDED = ['by_hand', 'transferred'] as const

/** What of a sale may still be refunded: not what a cardholder disputes, nor what a card company has taken. */
export const refundable = (sale: Sale): number => sale.amount - refunded(sale, GONE) - disputed(sale, ['open', 'lost'])

/** What of a sale may still be disputed. */
export const disputable = (sale: Sale): number =>
  sale.holder === 'register' || disputed(sale, ['open']) > 0 ? 0 : sale.amount - disputed(sale, ['lost'])

/** Fees of an event that is settled, and their VAT. */
export const feesOf = (party: Party, sales: readonly Sale[]): { card: number; service: number; vat: number } => {
  if (!party.settled) return { card: 0, service: 0, vat: 0 }
  const { terms, vatBp } = party.settled
  const rates = { regular: terms.regularBp, special: terms.specialBp, tourist: terms.touristBp }
  const cards = sales.filter(({ holder }) => holder !== 'register')
  const card = total(
    BUCKETS.map((bucket) => {
      const left = cards.filter((sale) => sale.bucket === bucket).map((sale) => sale.amount - refunded(sale, GONE))
      return percent(total(left), rates[bucket])
    }),
  )
  const service = party.free * terms.ticketFee
  return { card, service, vat: percent(terms.ticketFeeIncludesVat ? card : card + service, vatBp) }
}

/** Everything that statements say of a settled event, by kind; and what stands beside it as held by the producer. */
export const contentsOf = (party: Party, sales: readonly Sale[]) => {
  const own = sales.filter(({ holder }) => holder === 'platform')
  const others = sales.filter(({ holder }) => holder !== 'platform')
  const fees = feesOf(party, sales)
  const parts = (of: readonly Sale[]) => ({
    sale: total(of.map(({ amount }) => amount)),
    refund: 0 - total(of.map((sale) => refunded(sale, SENT))),
    refund_waiting: 0 - total(of.map((sale) => refunded(sale, REFUSED))),
    refund_by_hand: total(of.map((sale) => (sale.holder === 'register' ? 0 : refunded(sale, HANDED)))),
  })
  return {
    amounts: {
      ...parts(own),
      card_fee: 0 - fees.card,
      service_fee: 0 - fees.service,
      vat: 0 - fees.vat,
      dispute: 0 - total(own.map((sale) => disputed(sale, ['open']))),
      dispute_lost: 0 - total(own.map((sale) => disputed(sale, ['lost']))),
    },
    held: parts(others),
  }
}

export interface AccountFacts {
  readonly parties: readonly Party[]
  readonly sales: readonly Sale[]
  readonly corrections: number
  readonly feePayments: number
  /** Drafted with statements, those that are issued again not counted. */
  readonly paidOut: number
  readonly confirmed: number
  readonly returnedAfter: number
}

const owedFor = (facts: AccountFacts, index: number): number => {
  const party = facts.parties[index]
  if (!party) return 0
  return total(
    Object.values(
      contentsOf(
        party,
        facts.sales.filter(({ event }) => event === index),
      ).amounts,
    ),
  )
}

/** Owed to the producer of the events that are settled and of the account itself. */
export const settledBalance = (facts: AccountFacts): number =>
  total(facts.parties.map((party, index) => (party.settled ? owedFor(facts, index) : 0))) +
  facts.corrections +
  facts.feePayments -
  facts.paidOut

/** Owed of all events. */
const payable = (facts: AccountFacts): number =>
  total(facts.parties.map((_, index) => owedFor(facts, index))) + facts.corrections + facts.feePayments - facts.paidOut

/** What has arrived from an acquirer that pays on the 2nd of the month after. */
export const arrived = (facts: AccountFacts, now: Date): number => {
  const monthsOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth()
  const until = monthsOf(now) - (now.getUTCDate() >= 2 ? 0 : 1)
  const late = facts.sales.filter(({ holder, at }) => holder === 'platform' && monthsOf(at) >= until)
  return payable(facts) - total(late.map(({ amount }) => amount))
}

/** What open promises hold back: of money that the installation has alone. */
export const promisedOf = (promises: readonly Promised[]): number =>
  total(promises.filter(({ sale, isOpen }) => isOpen && sale.holder === 'platform').map(({ amount }) => amount))

/** Every account of the ledger; a debit is above 0. */
export const ledgerSums = (facts: AccountFacts): Record<string, number> => {
  const of = (holder: Sale['holder'], part: (sale: Sale) => number): number =>
    total(facts.sales.filter((sale) => sale.holder === holder).map(part))
  const left = (sale: Sale): number => sale.amount - refunded(sale, GONE)
  const open = (sale: Sale): number => refunded(sale, ['open', 'waits'])
  const fees = facts.parties.map((party, index) =>
    feesOf(
      party,
      facts.sales.filter(({ event }) => event === index),
    ),
  )
  const atAcquirer = (sale: Sale): number => sale.amount - refunded(sale, ['paid'])
  return {
    gateway_clearing: of('platform', (sale) => atAcquirer(sale) - disputed(sale, ['lost'])),
    bank: facts.feePayments - facts.confirmed + facts.returnedAfter,
    producer_payable: 0 - payable(facts),
    producer_terminal: of('producer', atAcquirer),
    register_cash: of('register', left),
    producer_held: 0 - of('producer', (sale) => left(sale) + refunded(sale, HANDED)) - of('register', left),
    refunds_payable: 0 - of('platform', open) - of('producer', open),
    platform_fee: 0 - total(fees.map(({ card, service }) => card + service)),
    vat_output: 0 - total(fees.map(({ vat }) => vat)),
    disputes_reserve: 0 - of('platform', (sale) => disputed(sale, ['open'])),
    payouts_in_transit: facts.confirmed - facts.paidOut - facts.returnedAfter,
    suspense: facts.corrections,
  }
}
