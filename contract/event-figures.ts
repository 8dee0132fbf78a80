import { EVENT_STATES } from '@kartis/domain/event.ts'
import { PAYOUT_STATES } from '@kartis/domain/payout-state.ts'
import { REFUND_WAYS } from '@kartis/domain/refund-run.ts'
import { z } from 'zod'
import { instant, shekels, uuid } from './endpoint.ts'

/** `cancelled`: those that a run of refunds has cancelled, or all others. */
export const eventsFilter = {
  status: z.enum(EVENT_STATES).optional(),
  time: z.enum(['coming', 'past']).optional(),
  cancelled: z.enum(['true', 'false']).optional(),
}

export const eventStatistics = z
  .object({
    /** `count`: valid tickets; `invited` of them are of invitations, which are no sales. */
    tickets: z.object({ count: z.int(), cancelled: z.int(), invited: z.int() }),
    orders: z.object({
      /** Paid, free and invited ones that were not cancelled as a whole; `invited` of them are invitations. */
      count: z.int(),
      invited: z.int(),
      /** Ordered on the sale page. */
      online: z.int(),
      /** The revenue: captured less refunded. */
      sum_total_amount: shekels,
      /** The part of the revenue that stays of cancelled tickets; the rest is the price of the valid ones. */
      retained_amount: shekels,
    }),
    /** What buyers can still buy, and how many the types that they can buy have in all. */
    events_tickets: z.object({ sum_total_available: z.int(), sum_total: z.int() }),
    /** `conversions_percent`: orders on the sale page for each hundred of its views. */
    visits: z.object({ count: z.int(), conversions_percent: z.number() }),
    watching_now: z.int(),
    /** Without invitations. */
    today: z.object({ tickets: z.int(), orders: z.int(), sum_total_amount: shekels, visits: z.int() }),
    /** One row a day in the event's zone, oldest first, from the first sale (at most the last 90 days), without invitations. */
    by_day: z.array(z.object({ day: z.iso.date(), tickets: z.int(), sum_total_amount: shekels })),
    by_ticket_type: z.array(
      z.object({
        uuid,
        name: z.string(),
        /** Invitations included: they take stock too. */
        sold: z.int(),
        invited: z.int(),
        held: z.int(),
        total: z.int(),
        /** Prices paid for its valid tickets. */
        sum_total_amount: shekels,
      }),
    ),
  })
  .meta({ id: 'EventStatistics' })
export type EventStatistics = z.infer<typeof eventStatistics>

export const scanStatistics = z
  .object({
    total_scanned: z.int(),
    total_unscanned: z.int(),
    total_tickets: z.int(),
    /** Those who have entered and not left; omitted while nobody has left. */
    total_inside: z.int().optional(),
  })
  .meta({ id: 'ScanStatistics' })
export type ScanStatistics = z.infer<typeof scanStatistics>

/** What changes the net and is neither revenue nor a fee, in favour of the producer above 0. */
export const adjustments = z.object({
  /** Disputed charges, until they are decided; of what no statement contains, above 0 where an earlier one had set it aside. */
  disputes: shekels,
  /** Disputed charges that the acquirer has taken. */
  disputes_lost: shekels,
  /** Refunds that the producer has paid in place of the installation, by bank transfer or otherwise. */
  handed_back: shekels,
  corrections: shekels,
})

/** What a payment can be made with, in the order of reports. `card`: in one payment. */
export const PAID_MEANS = REFUND_WAYS
export type PaidMeans = (typeof PAID_MEANS)[number]

/** The revenue by what it was paid with, in this order and without those of nothing; it sums to the revenue. */
export const salesByMeans = z.array(
  z.object({
    means: z.enum(PAID_MEANS),
    /** Payments of which something is left after refunds. */
    count: z.int(),
    total_amount: shekels,
  }),
)

/** Card payments less refunds, by the rate of the card. */
export const ordersByCard = z.object({
  total_amount: shekels,
  total_amount_regular: shekels,
  total_amount_special: shekels,
  total_amount_tourist: shekels,
})

/** Fees, VAT and net of a payout report. */
export const calculations = z.object({
  handle_fee_cc: z.object({ regular: shekels, special: shekels, tourist: shekels, total: shekels }),
  /** The rates of the contract by which these were computed. */
  handle_fee_cc_percent: z.object({ regular: z.number(), special: z.number(), tourist: z.number() }),
  handle_fee: shekels,
  /** Tickets that the ticket fee is of: it is their number times its price. */
  free_tickets: z.int(),
  fees_total: shekels,
  vat_percent: z.number(),
  vat: shekels,
  deductions_total: shekels,
  neto_deposit: shekels,
})

/** What the payout report of an event says once all that a refund run still has to refund is refunded. */
export const payoutAfter = z
  .object({
    /** What stays of card payments: fees that are kept, and orders that are not refunded. */
    orders_by_cc: ordersByCard,
    /** `neto_deposit` below 0 is what the account will owe for the event. */
    calculations,
    adjustments,
    /** The event has begun, so that the fees of tickets that nobody paid for stay. */
    after_start: z.boolean(),
    /** The net that a statement has settled; null where none has. */
    settled_amount: shekels.nullable(),
    /** What the statements to come say of the event: the net less what was settled. */
    since_amount: shekels,
  })
  .meta({ id: 'PayoutAfter' })
export type PayoutAfter = z.infer<typeof payoutAfter>

/** The payout report: every sum in shekels, correct to the agora (rules: docs/rules/fees.md). */
export const eventReport = z
  .object({
    totals: z.object({
      /** `total_amount` is the revenue. */
      orders: z.object({ total_amount: shekels, count: z.int() }),
      /** The revenue in its parts (docs/rules/revenue.md): gross less discounts less refunds. */
      sales: z.object({
        gross: shekels,
        discounts: shekels,
        refunds: shekels,
        /** The part of the refunds that the gateway refused: it waits for bank transfers to buyers. */
        waiting: shekels,
        revenue: shekels,
        /** The part of the revenue that stays of cancelled tickets. */
        retained: shekels,
        /** The part of the revenue, in the prices of valid tickets, that buyers paid as the service fee; 0 where the producer bears it. */
        service_fee: shekels,
      }),
      orders_by_cc: ordersByCard,
      by_means: salesByMeans,
      refunds: z.object({ total_amount: shekels }),
      tickets: z.object({ count: z.int(), handle_fee: shekels }),
      tickets_by_type: z.array(
        z.object({
          uuid,
          name: z.string(),
          price: shekels,
          count: z.int(),
          total_amount: shekels,
          handle_fee: shekels,
        }),
      ),
    }),
    calculations,
    adjustments,
    payout: z.object({
      status: z.enum(['not_due', 'pending', 'paid']),
      due_at: instant.nullable(),
      /** When the operator sent it to the bank. */
      paid_at: instant.nullable(),
      bank: z.string().nullable(),
      /** The statement that settled the event, which never changes; null until then. */
      statement: z
        .object({
          uuid,
          number: z.int(),
          /** Of its payout; null where it left nothing to pay. */
          payout_status: z.enum(PAYOUT_STATES).nullable(),
          /** The net of the event as it was settled. */
          net_amount: shekels,
          /** What has changed in the net since then: on later statements. */
          since_amount: shekels,
        })
        .nullable(),
    }),
    generated_at: instant,
  })
  .meta({ id: 'EventReport' })
export type EventReport = z.infer<typeof eventReport>
