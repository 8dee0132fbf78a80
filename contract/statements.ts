import { CARD_BUCKETS } from '@kartis/domain/card-bucket.ts'
import { PAYOUT_STATES } from '@kartis/domain/payout-state.ts'
import { STATEMENT_LINE_KINDS } from '@kartis/domain/statement.ts'
import { z } from 'zod'
import { adjustments, PAID_MEANS } from './event-figures.ts'
import { journal } from './ledger.ts'
import {
  byUuid,
  calendarDay,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  numberText,
  page,
  shekels,
  uuid,
} from './endpoint.ts'

const access = { permission: 'report.account' } as const
const tag = 'statements'

export const payout = z
  .object({
    uuid,
    status: z.enum(PAYOUT_STATES),
    amount: shekels,
    statement_uuid: uuid,
    statement_number: z.int(),
    /** When the last of the events that its statement settles fell due, by the calendar of the acquirer; `drafted_at` where it settles none. */
    due_at: instant,
    drafted_at: instant,
    approved_at: instant.nullable(),
    exported_at: instant.nullable(),
    sent_at: instant.nullable(),
    confirmed_at: instant.nullable(),
    returned_at: instant.nullable(),
    /** Why the bank sent it back. */
    return_reason: z.string().nullable(),
    /** Of the transfer at the bank. */
    reference: z.string(),
    /** The returned payout that it issues again, and the one that issues it again. */
    reissue_of: uuid.nullable(),
    reissued_as: uuid.nullable(),
  })
  .meta({ id: 'Payout' })
export type Payout = z.infer<typeof payout>

/** Payouts of one state. A returned one that was issued again is counted apart: another payout has its amount. */
export const payoutTotal = z
  .object({ status: z.enum(PAYOUT_STATES), reissued: z.boolean(), payouts: z.int(), amount: shekels })
  .meta({ id: 'PayoutTotal' })
export type PayoutTotal = z.infer<typeof payoutTotal>

export const listPayouts = endpoint({
  method: 'GET',
  path: '/v1/producer/payouts',
  access,
  tag,
  summary: 'Transfers to the producer, the newest first.',
  query: listQuery({
    filter: { status: z.enum(PAYOUT_STATES).optional() },
    /** The number of its statement or the reference of its transfer, whole; a part of the name of an event of the statement. */
    or: ['number', 'name'],
  }),
  /** `totals`: of all payouts that are found, by their states; those that no payout has are missing. */
  reply: page(payout).extend({ totals: z.array(payoutTotal) }),
})

export const exportPayouts = exportOf(listPayouts)

export const showPayout = endpoint({
  method: 'GET',
  path: '/v1/producer/payouts/:uuid',
  access,
  tag,
  summary: 'One transfer.',
  params: byUuid,
  reply: data(payout),
})

export const statement = z
  .object({
    uuid,
    /** From 1, without gaps in an account. */
    number: z.int(),
    made_at: instant,
    /** The closing balance of the statement before it. */
    opening_balance: shekels,
    closing_balance: shekels,
    /** SHA-256 of all that it says and of the hash before it; it never changes. */
    hash: z.string(),
    previous_hash: z.string().nullable(),
    /** What it pays out; null where nothing is. */
    payout: z.object({ uuid, status: z.enum(PAYOUT_STATES), amount: shekels }).nullable(),
  })
  .meta({ id: 'Statement' })
export type Statement = z.infer<typeof statement>

/** What the acquirer pays on one of its days: `installments_amount` of it are parts of deals in instalments. */
const arrival = z.object({ on: calendarDay, amount: shekels, installments_amount: shekels }).meta({ id: 'Arrival' })

export const statementLine = z
  .object({
    kind: z.enum(STATEMENT_LINE_KINDS),
    /** Null for what concerns the whole account. */
    event_uuid: uuid.nullable(),
    /** The name that the event had on that day. */
    event_name: z.string().nullable(),
    /** In favour of the producer above 0. Opening balance and amounts sum to the closing balance. */
    amount: shekels,
    /** What the producer has already, in cash or from the own acquirer; not in the sum. */
    held_amount: shekels,
  })
  .meta({ id: 'StatementLine' })
export type StatementLine = z.infer<typeof statementLine>

/** What a statement has of an event by one kind of card. */
const cardsOfStatement = z
  .object({
    event_uuid: uuid,
    /** The name that the event had on that day. */
    event_name: z.string(),
    bucket: z.enum(CARD_BUCKETS),
    /** Sales less refunds; also of charges on the producer's own terminal. */
    sales_amount: shekels,
    fee_amount: shekels,
    /** By the contract under which the event was settled. */
    fee_percent: z.number(),
  })
  .meta({ id: 'CardsOfStatement' })
export type CardsOfStatement = z.infer<typeof cardsOfStatement>

/** The revenue of a statement by what was paid with; without those of nothing. They sum to its lines of sales and refunds, what is held included. */
const meansOfStatement = z.object({ means: z.enum(PAID_MEANS), sales_amount: shekels }).meta({ id: 'MeansOfStatement' })
export type MeansOfStatement = z.infer<typeof meansOfStatement>

/** What refund runs had promised to buyers of an event and not sent: that much less is paid out, and stays in the closing balance. */
const promisedOfStatement = z
  .object({ event_uuid: uuid, event_name: z.string(), amount: shekels })
  .meta({ id: 'PromisedOfStatement' })
export type PromisedOfStatement = z.infer<typeof promisedOfStatement>

export const listStatements = endpoint({
  method: 'GET',
  path: '/v1/producer/statements',
  access,
  tag,
  summary: 'The statements of the workspace, the newest first.',
  /** The number of a statement, whole; a part of the name of an event that it has lines of, as it was on that day. */
  query: listQuery({ or: ['number', 'name'] }),
  reply: page(statement),
})

export const exportStatements = exportOf(listStatements)

export const showStatement = endpoint({
  method: 'GET',
  path: '/v1/producer/statements/:uuid',
  access,
  tag,
  summary: 'A statement with its lines.',
  params: byUuid,
  reply: data(
    statement
      .extend({
        lines: z.array(statementLine),
        /** What the acquirer pays of its card sales after it was made, the first day first: a payout waits for it. */
        arrivals: z.array(arrival),
        /** By event and kind of card; its fees are those of the lines of card fees. */
        cards: z.array(cardsOfStatement),
        /** In the order of reports. */
        by_means: z.array(meansOfStatement),
        /** By event; why less is paid out than is owed. */
        promised_refunds: z.array(promisedOfStatement),
      })
      .meta({ id: 'StatementWithLines' }),
  ),
})

export const listStatementLineJournals = endpoint({
  method: 'GET',
  path: '/v1/producer/statements/:uuid/lines/:position/journals',
  access,
  tag,
  summary:
    'The journals that a line of a statement sums up, the newest first: what they credit to `producer_payable` is its amount, what they credit to `producer_held` its held amount.',
  /** `position`: the place of the line, from 1. */
  params: z.object({ uuid, position: numberText(z.int().min(1).max(1_000_000)) }),
  query: listQuery({}),
  reply: page(journal),
})

const eventBalance = z
  .object({
    event_uuid: uuid,
    name: z.string(),
    ends_at: instant,
    /** When its payout is due. */
    due_at: instant,
    status: z.enum(['pending', 'payable']),
    /** Card sales less refunds that no statement contains. */
    sales_amount: shekels,
    /** Fees and VAT of them, as of now. */
    deductions_amount: shekels,
    /** Those by kind. */
    fees: z.object({ clearing: shekels, tickets: shekels, vat: shekels }),
    /** Tickets of the event that nobody paid for and that have a fee. */
    free_tickets: z.int(),
    /** The event was cancelled after it had begun: its free tickets have a fee all the same. */
    cancelled_after_start: z.boolean(),
    /** What is neither, in all, and in its parts. */
    other_amount: shekels,
    adjustments,
    /** Sales less deductions, with the other amount: what is expected of them. */
    net_amount: shekels,
  })
  .meta({ id: 'EventBalance' })
export type EventBalance = z.infer<typeof eventBalance>

export const balance = z
  .object({
    as_of: instant,
    /** Owed now; below 0 the producer owes. */
    payable: shekels,
    /** Expected of events that are not due yet, after fees. */
    pending: shekels,
    /** Withheld: the rolling reserve, and open disputes. */
    reserved: shekels,
    /** What a statement would pay out now; 0 without bank details. */
    available: shekels,
    /**
     * How they come about: `payable` is opening, account and events less the reserve and promised refunds; `reserved` is
     * these two and disputes; `available` is `payable` less what has not arrived, and not below 0.
     */
    parts: z
      .object({
        /** Closing balance of the last statement. */
        opening_balance: shekels,
        /** Journals since then that concern the whole account. */
        account_amount: shekels,
        /** Events that are due, after fees. */
        events_amount: shekels,
        reserve: shekels,
        /** Held back for refunds that refund runs have promised and not sent yet. */
        promised_refunds: shekels,
        disputes: shekels,
        /** Of `payable`, what the acquirer has not paid yet. */
        not_arrived: shekels,
        /**
         * Payouts that have not arrived at the producer's bank, by state: made by a statement and taken out of the balance.
         * Returned ones until they are issued again. None is `confirmed` or `reissued`.
         */
        payouts: z.array(payoutTotal),
        /**
         * The same out of the ledger: `payable`, `pending`, `reserved` and `payouts` sum to these four. The fees of events
         * that no statement has settled are not booked yet; they are below 0.
         */
        ledger: z
          .object({ payable: shekels, in_transit: shekels, disputes: shekels, fees_to_come: shekels })
          .meta({ id: 'LedgerBalance' }),
        /** What the acquirer pays after now, the first day first: all of it, also of events that are not due. */
        arrivals: z.array(arrival),
        /** Where payouts go, as far as needed to recognise it; null without bank details. */
        bank: z.string().nullable(),
      })
      .meta({ id: 'BalanceParts' }),
    /** Events with something that no statement contains: those that end last first, at most 200. */
    by_event: z.array(eventBalance),
    /** The events beyond those. */
    other_events: z.int(),
  })
  .meta({ id: 'Balance' })
export type Balance = z.infer<typeof balance>

export const showBalance = endpoint({
  method: 'GET',
  path: '/v1/producer/balance',
  access,
  tag: 'ledger',
  summary: 'What the workspace is owed, what it may expect of running sales, and what is withheld.',
  reply: data(balance),
})

const fileOf = <const Type extends 'pdf' | 'xlsx'>(replyType: Type) =>
  endpoint({
    method: 'GET',
    path: `/v1/producer/statements/:uuid.${replyType}`,
    access,
    tag,
    summary: `A statement as .${replyType}.`,
    params: byUuid,
    replyType,
    reply: z.unknown(),
    logged: 'export',
  })

export const statementPdf = fileOf('pdf')
export const statementXlsx = fileOf('xlsx')
