import { array, type Arbitrary, boolean, constantFrom, integer, oneof, record } from 'fast-check'
import { type Bucket, BUCKETS, type Sale, type Terms } from './money-sums.ts'

const PAYOUT_STEPS = ['approve', 'export', 'send', 'confirm', 'return', 'reissue'] as const
export type PayoutStep = (typeof PAYOUT_STEPS)[number]

/** `failed`: refused while a version of before sends refunds, which releases the amount; it waits all the same. */
type RefundAct = 'open' | 'paid' | 'failed' | 'waits' | 'by_hand'
export type RefundStep = 'paid' | 'failed' | 'waits' | 'transferred' | 'withdrawn'

const EVENTS = 3

const places = integer({ min: 0, max: 1000 })
const shares = integer({ min: 1, max: 100 })
const rates = integer({ min: 0, max: 1000 })

const terms: Arbitrary<Terms> = record({
  regularBp: rates,
  specialBp: rates,
  touristBp: rates,
  ticketFee: integer({ min: 0, max: 300 }),
  ticketFeeIncludesVat: boolean(),
  mode: constantFrom('platform', 'platform', 'platform', 'platform', 'direct', 'aggregated'),
  reserveBp: constantFrom(0, 0, 500, 2000),
  reserveDays: constantFrom(0, 10, 30),
})

/** What happens to the money of an account. `of` picks one of what there is; nothing happens where there is none. */
const act = oneof(
  {
    weight: 6,
    arbitrary: record({
      act: constantFrom('sale' as const),
      event: integer({ min: 0, max: EVENTS - 1 }),
      amount: oneof(integer({ min: 1, max: 500_000 }), integer({ min: 1, max: 99 })),
      bucket: constantFrom<Bucket[]>(...BUCKETS),
      cash: constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 1,
    arbitrary: record({
      act: constantFrom('free' as const),
      event: integer({ min: 0, max: EVENTS - 1 }),
      count: integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      act: constantFrom('refund' as const),
      of: places,
      share: oneof(shares, constantFrom(100)),
      end: constantFrom<RefundAct[]>('open', 'paid', 'failed', 'waits', 'by_hand'),
    }),
  },
  {
    weight: 3,
    arbitrary: record({
      act: constantFrom('refund_end' as const),
      of: places,
      end: constantFrom<RefundStep[]>('paid', 'failed', 'waits', 'transferred', 'withdrawn'),
    }),
  },
  {
    weight: 2,
    arbitrary: record({ act: constantFrom('promise' as const), of: places, share: oneof(shares, constantFrom(100)) }),
  },
  {
    weight: 2,
    arbitrary: record({ act: constantFrom('promise_end' as const), of: places, isRequested: boolean() }),
  },
  { weight: 2, arbitrary: record({ act: constantFrom('dispute' as const), of: places, share: shares }) },
  {
    weight: 2,
    arbitrary: record({
      act: constantFrom('decision' as const),
      of: places,
      end: constantFrom<('won' | 'lost')[]>('won', 'lost'),
    }),
  },
  { weight: 1, arbitrary: record({ act: constantFrom('terms' as const), terms }) },
  { weight: 1, arbitrary: record({ act: constantFrom('vat' as const), bp: integer({ min: 0, max: 2500 }) }) },
  {
    weight: 1,
    arbitrary: record({
      act: constantFrom('correction' as const),
      amount: integer({ min: -20_000, max: 20_000 }).filter((amount) => amount !== 0),
    }),
  },
  {
    weight: 1,
    arbitrary: record({ act: constantFrom('fee_payment' as const), amount: integer({ min: 1, max: 20_000 }) }),
  },
  { weight: 3, arbitrary: record({ act: constantFrom('wait' as const), days: integer({ min: 1, max: 30 }) }) },
  { weight: 4, arbitrary: record({ act: constantFrom('statement' as const) }) },
  {
    weight: 5,
    arbitrary: record({
      act: constantFrom('payout' as const),
      of: places,
      step: constantFrom<PayoutStep[]>(...PAYOUT_STEPS),
    }),
  },
)
export type Act = typeof act extends Arbitrary<infer T> ? T : never
export type ActOf<A extends Act['act']> = Extract<Act, { act: A }>

export const histories: Arbitrary<Act[]> = array(act, { minLength: 5, maxLength: 60, size: 'max' })

/** How many histories a test plays: as many as the environment says, or the usual number. */
export const historyCases = (variable: string, usual: number): number => Number(process.env[variable] ?? usual)

export interface MadeStatement {
  readonly number: number
  readonly opening: number
  readonly closing: number
  /** `event`: its place in the history; null for the account. */
  readonly lines: readonly {
    readonly kind: string
    readonly event: number | null
    readonly amount: number
    readonly held: number
  }[]
  /** Refunds that runs have promised, in all. */
  readonly promised: number
  /** Of its payout; undefined without one. */
  readonly payout: number | undefined
}

type Answer<T> = T | Promise<T>

/** The books under test. Sales, refunds, disputes and payouts are named by their places, from 0. */
export interface Books {
  readonly sell: (sale: Sale & { readonly cash: boolean }, place: number) => Answer<void>
  readonly giveFree: (event: number, count: number, at: Date) => Answer<void>
  readonly refund: (
    sale: number,
    place: number,
    refund: { readonly amount: number; readonly end: RefundAct },
    at: Date,
  ) => Answer<void>
  readonly endRefund: (place: number, end: RefundStep, at: Date) => Answer<void>
  /** A refund run promises a refund of a sale. */
  readonly promise: (sale: number, place: number, amount: number, at: Date) => Answer<void>
  /** A promise is over: its refund is requested next, or the buyer keeps the tickets. */
  readonly endPromise: (place: number, isRequested: boolean, at: Date) => Answer<void>
  readonly dispute: (sale: number, place: number, amount: number, at: Date) => Answer<void>
  readonly decide: (place: number, end: 'won' | 'lost', at: Date) => Answer<void>
  readonly agree: (terms: Terms, at: Date) => Answer<void>
  /** `day`: `YYYY-MM-DD`, the first of the rate. */
  readonly setVat: (day: string, bp: number) => Answer<void>
  readonly note: (kind: 'correction' | 'fee_payment', amount: number, at: Date) => Answer<void>
  readonly state: (at: Date) => Answer<MadeStatement | undefined>
  readonly step: (step: Exclude<PayoutStep, 'export'>, payout: number, at: Date) => Answer<void>
  /** Puts the approved payouts into a bank file; what the bank reads in it. */
  readonly exported: (at: Date) => Answer<readonly number[]>
  /** The sum of each account of the ledger, without those of 0. */
  readonly ledger: () => Answer<Record<string, number>>
}
