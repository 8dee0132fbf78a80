import { CARD_BUCKETS } from '@kartis/domain/card-bucket.ts'
import { JOURNAL_KINDS, LEDGER_ACCOUNTS } from '@kartis/domain/ledger.ts'
import { PAYOUT_STATES } from '@kartis/domain/payout-state.ts'
import { z } from 'zod'
import { calendarDay, endpoint, exportOf, instant, listQuery, page, shekels, uuid } from './endpoint.ts'

export const journal = z
  .object({
    uuid,
    kind: z.enum(JOURNAL_KINDS),
    /** The payment, refund or other fact that was booked; unique with `kind`. */
    ref: z.string(),
    event_uuid: uuid.nullable(),
    event_name: z.string().nullable(),
    order_uuid: uuid.nullable(),
    order_number: z.string().nullable(),
    /** The kind of card of a charge, of its refunds and of the fee on them; null for everything else. */
    bucket: z.enum(CARD_BUCKETS).nullable(),
    occurred_at: instant,
    booked_at: instant,
    /**
     * Of a card fee: the sales less refunds since it was booked last, and its rate. Of the VAT: the fees booked with it. Null for
     * everything else, and for fees booked by versions before.
     */
    fee_of: z.object({ base_amount: shekels, percent: z.number() }).nullable(),
    /** Of the fee for free tickets: for how many it was booked, below 0 where it is given back, and for how much each. */
    fee_for: z.object({ tickets: z.int(), price: shekels }).nullable(),
    /** Of a `payout`, which is booked when it is drafted: the state that it has now. Null for everything else. */
    payout_status: z.enum(PAYOUT_STATES).nullable(),
    /** Debits above 0, credits below; their sum is 0. */
    lines: z.array(z.object({ ledger_account: z.enum(LEDGER_ACCOUNTS), amount: shekels })).min(2),
  })
  .meta({ id: 'Journal' })
export type Journal = z.infer<typeof journal>

/** A calendar day of Jerusalem, or an instant. */
const moment = z.union([calendarDay, instant])

export const listLedger = endpoint({
  method: 'GET',
  path: '/v1/producer/ledger',
  access: { permission: 'report.account' },
  tag: 'ledger',
  summary: 'The journals of the workspace’s ledger, the newest first; the lines of each sum to 0.',
  query: listQuery({
    filter: { event_uuid: uuid.optional(), kind: z.enum(JOURNAL_KINDS).optional() },
    /** The number of an order, whole; a part of the name of an event. */
    or: ['number', 'name'],
  }).extend({
    /** The first day or instant. */
    from: moment.optional(),
    /** The last day, included, or the instant before which it ends. */
    to: moment.optional(),
  }),
  reply: page(journal),
})

export const exportLedger = exportOf(listLedger)
