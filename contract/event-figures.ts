import { z } from 'zod'
import { instant, shekels, uuid } from './endpoint.ts'

export const eventStatistics = z
  .object({
    tickets: z.object({ count: z.int(), cancelled: z.int() }),
    orders: z.object({ count: z.int(), sum_total_amount: shekels }),
    events_tickets: z.object({ sum_total_available: z.int() }),
    visits: z.object({ count: z.int(), conversions_percent: z.number() }),
    watching_now: z.int(),
    today: z.object({ tickets: z.int(), orders: z.int(), sum_total_amount: shekels, visits: z.int() }),
    /** One row a day in the event's zone, oldest first, from the first sale (at most the last 90 days). */
    by_day: z.array(z.object({ day: z.iso.date(), tickets: z.int(), sum_total_amount: shekels })),
    by_ticket_type: z.array(
      z.object({ uuid, name: z.string(), sold: z.int(), held: z.int(), total: z.int(), sum_total_amount: shekels }),
    ),
  })
  .meta({ id: 'EventStatistics' })
export type EventStatistics = z.infer<typeof eventStatistics>

export const scanStatistics = z
  .object({ total_scanned: z.int(), total_unscanned: z.int(), total_tickets: z.int() })
  .meta({ id: 'ScanStatistics' })
export type ScanStatistics = z.infer<typeof scanStatistics>

/** The payout report: every sum in shekels, correct to the agora (rules: docs/rules/fees.md). */
export const eventReport = z
  .object({
    totals: z.object({
      orders: z.object({ total_amount: shekels, count: z.int() }),
      orders_by_cc: z.object({
        total_amount: shekels,
        total_amount_regular: shekels,
        total_amount_special: shekels,
        total_amount_tourist: shekels,
      }),
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
    calculations: z.object({
      handle_fee_cc: z.object({ regular: shekels, special: shekels, tourist: shekels, total: shekels }),
      handle_fee: shekels,
      fees_total: shekels,
      vat_percent: z.number(),
      vat: shekels,
      deductions_total: shekels,
      neto_deposit: shekels,
    }),
    payout: z.object({
      status: z.enum(['not_due', 'pending', 'paid']),
      due_at: instant.nullable(),
      /** When the operator sent it to the bank. */
      paid_at: instant.nullable(),
      bank: z.string().nullable(),
    }),
    generated_at: instant,
  })
  .meta({ id: 'EventReport' })
export type EventReport = z.infer<typeof eventReport>
