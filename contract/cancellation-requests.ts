import { z } from 'zod'
import { byUuid, data, endpoint, instant } from './endpoint.ts'
import { order } from './orders.ts'
import { line, paragraph } from './text.ts'

export const requestCancellation = endpoint({
  method: 'POST',
  path: '/v1/public/cancellation_requests',
  access: 'public',
  tag: 'buying',
  summary:
    'Ask for a lawful cancellation without signing in, for a buyer who cannot receive the code. The answer is the same whether the details match an order or not; where they do, its producer gets the request, and the buyer of the order a confirmation.',
  body: z.strictObject({
    /** Number of the order, or of one of its tickets. */
    number: line(20),
    /** As in the order; one of the two must match. */
    name: line(120).optional(),
    email: line(254).optional(),
    /** A phone or an e-mail where the buyer can be reached now. */
    contact: line(254),
    reason: paragraph(500).default(''),
  }),
  reply: data(z.object({ received_at: instant })),
  status: 201,
  refusals: ['too_many_requests'],
})

export const closeCancellationRequest = endpoint({
  method: 'POST',
  path: '/v1/producer/orders/:uuid/cancellation_request/close',
  access: { permission: 'order.cancel', of: 'order' },
  tag: 'orders',
  summary:
    'Close a request to cancel without cancelling anything: it was dealt with otherwise. The buyer gets no message.',
  params: byUuid,
  reply: data(order),
  refusals: ['order_state'],
})
