import { PAYMENT_STATES } from '@kartis/domain/payment-state.ts'
import { z } from 'zod'
import {
  byUuid,
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  page,
  shekels,
  showQuery,
  statusCasesAt,
  uuid,
} from './endpoint.ts'
import { orderPayment } from './orders.ts'
import { eventBrief } from './tickets.ts'

// Payments as producers list them.

const tag = 'payments'

export const listedPayment = orderPayment
  .extend({
    event_uuid: uuid,
    order_uuid: uuid,
    order_number: z.string(),
    /** The part of `refunded` that the gateway refused: it waits for a bank transfer to the buyer. */
    waiting: shekels,
    event: eventBrief.nullable().optional(),
    order: z
      .object({ uuid, number: z.string(), total_amount: shekels, channel: z.string(), created_at: instant })
      .nullable()
      .optional(),
  })
  .meta({ id: 'ListedPayment' })
export type ListedPayment = z.infer<typeof listedPayment>

const paymentsFilter = {
  event_uuid: uuid.optional(),
  order_uuid: uuid.optional(),
  status: z.enum(PAYMENT_STATES).optional(),
}
export type PaymentsFilter = z.infer<z.ZodObject<typeof paymentsFilter>>
const paymentRelations = ['event', 'order'] as const
const paymentsQuery = listQuery({ with: paymentRelations, sort: ['created_at'], filter: paymentsFilter })

export const listPayments = endpoint({
  method: 'GET',
  path: '/v1/payments',
  access: { permission: 'payment.list', of: 'list' },
  tag,
  summary: 'Payments of the workspace, also those that came to nothing; the newest first.',
  query: paymentsQuery,
  reply: page(listedPayment),
})

export const exportPayments = exportOf(listPayments)

export const paymentStatusCases = statusCasesAt('/v1/payments/status_cases', tag)

export const showPayment = endpoint({
  method: 'GET',
  path: '/v1/payments/:uuid',
  access: { permission: 'payment.list', of: 'payment' },
  tag,
  summary: 'One payment.',
  params: byUuid,
  query: showQuery({ with: paymentRelations }),
  reply: data(listedPayment),
})
