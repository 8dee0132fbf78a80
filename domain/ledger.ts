import type { Agorot } from './money.ts'
import { sum } from './money.ts'

/**
 * Accounts of the ledger. A positive amount is a debit, a negative one a credit.
 * - `gateway_clearing`: charged on a terminal of the installation and not yet paid out by the acquirer, or paid out since
 * - `bank`: the installation's bank account
 * - `producer_payable`: what the installation owes the producer; credit while it owes, debit while the producer owes
 * - `producer_terminal`: charged on a terminal of the producer, whose acquirer pays the producer
 * - `register_cash`: cash in the producer's registers
 * - `producer_held`: the other side of both: sales whose money the producer has already
 * - `refunds_payable`: owed to buyers: promised and not yet sent, or refused by the gateway and waiting for a bank transfer
 * - `platform_fee`, `vat_output`: fees of the service and the VAT on them
 * - `disputes_reserve`: disputed by cardholders, until the dispute is decided
 * - `payouts_in_transit`: payouts on their way to the producer's bank
 * - `suspense`: the other side of corrections
 */
export const LEDGER_ACCOUNTS = [
  'gateway_clearing',
  'bank',
  'producer_payable',
  'producer_terminal',
  'register_cash',
  'producer_held',
  'refunds_payable',
  'platform_fee',
  'vat_output',
  'disputes_reserve',
  'payouts_in_transit',
  'suspense',
] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

export const JOURNAL_KINDS = [
  'sale',
  'cash_sale',
  'refund',
  'refund_paid',
  'refund_failed',
  'refund_owed',
  'refund_withdrawn',
  'refund_by_hand',
  'cancellation_fee',
  'card_fee',
  'service_fee',
  'vat',
  'fee_payment',
  'dispute',
  'dispute_won',
  'dispute_lost',
  'correction',
  'payout',
  'payout_confirmed',
  'payout_returned',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]

/** Kinds whose amounts are the revenue (docs/rules/revenue.md). */
export const REVENUE_KINDS: readonly JournalKind[] = [
  'sale',
  'cash_sale',
  'refund',
  'refund_failed',
  'refund_owed',
  'refund_withdrawn',
]

/** Kinds that change what is owed of an event and are neither revenue nor fees, by what they are. */
export const ADJUSTMENT_KINDS = {
  disputes: ['dispute', 'dispute_won'],
  disputesLost: ['dispute_lost'],
  handedBack: ['refund_by_hand'],
  corrections: ['correction'],
} as const satisfies Record<string, readonly JournalKind[]>

/** Who has the money of a sale: the installation's acquirer, the producer's own acquirer, or the producer's register. */
export const HOLDERS = ['platform', 'producer', 'register'] as const
export type Holder = (typeof HOLDERS)[number]

export interface LedgerLine {
  readonly account: LedgerAccount
  /** Debit above 0, credit below. */
  readonly amount: Agorot
}

/** Where the money is, and what stands against it. */
const SIDES: Readonly<Record<Holder, { readonly money: LedgerAccount; readonly owed: LedgerAccount }>> = {
  platform: { money: 'gateway_clearing', owed: 'producer_payable' },
  producer: { money: 'producer_terminal', owed: 'producer_held' },
  register: { money: 'register_cash', owed: 'producer_held' },
}

const transfer = (debit: LedgerAccount, credit: LedgerAccount, amount: Agorot): LedgerLine[] => [
  { account: debit, amount },
  { account: credit, amount: -amount },
]

/** A captured payment. */
export const saleLines = (holder: Holder, amount: Agorot): LedgerLine[] =>
  transfer(SIDES[holder].money, SIDES[holder].owed, amount)

/** A refund is promised: it is no longer the producer's. Cash leaves the register at once. */
export const refundLines = (holder: Holder, amount: Agorot): LedgerLine[] =>
  transfer(SIDES[holder].owed, holder === 'register' ? 'register_cash' : 'refunds_payable', amount)

/** A promised refund was sent. Not for cash, which `refundLines` has taken from the register. */
export const refundPaidLines = (holder: Exclude<Holder, 'register'>, amount: Agorot): LedgerLine[] =>
  transfer('refunds_payable', SIDES[holder].money, amount)

/** A promised refund of money that the installation has was sent from its bank account, in place of the gateway. */
export const refundTransferredLines = (amount: Agorot): LedgerLine[] => transfer('refunds_payable', 'bank', amount)

/** The gateway refused a promised refund for good: the promise to send it through the gateway is void. */
export const refundFailedLines = (holder: Exclude<Holder, 'register'>, amount: Agorot): LedgerLine[] =>
  transfer('refunds_payable', SIDES[holder].owed, amount)

/** A refused refund is still owed to the buyer, by bank transfer: the amount is not the producer's again. */
export const refundOwedLines = (holder: Exclude<Holder, 'register'>, amount: Agorot): LedgerLine[] =>
  refundLines(holder, amount)

/** A refund is not owed by bank transfer any more, since the buyer got the money another way. */
export const refundWithdrawnLines = (holder: Exclude<Holder, 'register'>, amount: Agorot): LedgerLine[] =>
  refundFailedLines(holder, amount)

/**
 * A promised refund was handed to the buyer by the producer: what was to be sent is the producer's again. Not revenue. Not
 * for cash, which `refundLines` has taken from the register.
 */
export const refundByHandLines = (holder: Exclude<Holder, 'register'>, amount: Agorot): LedgerLine[] =>
  refundFailedLines(holder, amount)

/** The part of a cancelled sale that stays as a fee. It moves no money: the price of tickets becomes a fee of the producer. */
export const cancellationFeeLines = (holder: Holder, fee: Agorot): LedgerLine[] =>
  transfer(SIDES[holder].owed, SIDES[holder].owed, fee)

/** A fee of the service (`platform_fee`) or the VAT on fees, which the producer bears. Below 0 it is given back. */
export const feeLines = (to: 'platform_fee' | 'vat_output', amount: Agorot): LedgerLine[] =>
  transfer('producer_payable', to, amount)

/** The producer has paid fees that were owed. */
export const feePaymentLines = (amount: Agorot): LedgerLine[] => transfer('bank', 'producer_payable', amount)

/** A cardholder disputes a charge: the amount is set aside until it is decided. */
export const disputeLines = (amount: Agorot): LedgerLine[] => transfer('producer_payable', 'disputes_reserve', amount)

/** What is set aside of a disputed charge is the producer's again. */
const disputeReleasedLines = (amount: Agorot): LedgerLine[] => transfer('disputes_reserve', 'producer_payable', amount)

/**
 * A dispute is decided. For the producer it gets the amount back. For the cardholder, whom the acquirer has paid, what was set
 * aside is released and the amount is taken under its own word, so that statements have both.
 */
export const disputeEndJournals = (
  end: 'won' | 'lost',
  amount: Agorot,
): { readonly kind: 'dispute' | 'dispute_won' | 'dispute_lost'; readonly lines: LedgerLine[] }[] =>
  end === 'won'
    ? [{ kind: 'dispute_won', lines: disputeReleasedLines(amount) }]
    : [
        { kind: 'dispute', lines: disputeReleasedLines(amount) },
        { kind: 'dispute_lost', lines: transfer('producer_payable', 'gateway_clearing', amount) },
      ]

/** A correction in favour of the producer; below 0 against. */
export const correctionLines = (amount: Agorot): LedgerLine[] => transfer('suspense', 'producer_payable', amount)

/** A payout leaves the balance of the producer, and arrives. */
export const payoutLines = (amount: Agorot): LedgerLine[] => transfer('producer_payable', 'payouts_in_transit', amount)
/** The producer's bank sent a confirmed payout back: it is on its way again until it is issued anew. */
export const payoutReturnedLines = (amount: Agorot): LedgerLine[] => transfer('bank', 'payouts_in_transit', amount)
export const payoutConfirmedLines = (amount: Agorot): LedgerLine[] => transfer('payouts_in_transit', 'bank', amount)

/** Whether the lines of a journal are whole agorot and sum to zero. */
export const isBalanced = (lines: readonly LedgerLine[]): boolean =>
  lines.length >= 2 &&
  lines.every(({ amount }) => Number.isSafeInteger(amount)) &&
  sum(lines.map(({ amount }) => amount)) === 0

/** The accounts whose credit is what the producer has coming, or has already. */
const OWN: readonly LedgerAccount[] = ['producer_payable', 'producer_held']

/**
 * What a journal means for the producer: the change of what is owed or held already, in favour of the producer above 0; and
 * what moved in all. A refund that is sent after it was promised moves money and changes nothing.
 */
export const journalEffect = (lines: readonly LedgerLine[]): { readonly change: Agorot; readonly moved: Agorot } => ({
  // 0 less the sum: no negative zero.
  change: 0 - sum(lines.filter(({ account }) => OWN.includes(account)).map(({ amount }) => amount)),
  moved: sum(lines.filter(({ amount }) => amount > 0).map(({ amount }) => amount)),
})
