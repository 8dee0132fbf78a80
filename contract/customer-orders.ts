import { z } from 'zod'
import { byUuid, data, endpoint, exportOf, listQuery, page, showQuery, uuid } from './endpoint.ts'
import { buyerOrder } from './public-orders.ts'
import { line, paragraph } from './text.ts'

/** An order in a customer’s own list. `token` opens it in the storefront. */
export const customerOrder = buyerOrder.extend({ token: z.string() }).meta({ id: 'CustomerOrder' })

export const listMyOrders = endpoint({
  method: 'GET',
  path: '/v1/customer/orders',
  access: 'user',
  tag: 'customer',
  summary: 'Orders bought with the phone of the sign-in, or made while signed in; newest first.',
  query: listQuery({ with: ['tickets', 'event'], sort: ['created_at'] }),
  reply: page(customerOrder),
})

export const exportMyOrders = exportOf(listMyOrders)

export const showMyOrder = endpoint({
  method: 'GET',
  path: '/v1/customer/orders/:uuid',
  access: 'user',
  tag: 'customer',
  summary: 'One own order.',
  params: byUuid,
  query: showQuery({ with: ['tickets', 'event'] }),
  reply: data(customerOrder),
})

export const cancelMyOrder = endpoint({
  method: 'POST',
  path: '/v1/customer/orders/:uuid/cancel',
  access: 'user',
  tag: 'customer',
  summary:
    'The lawful cancellation of the whole order or of some of its tickets, less the lawful fee, refunded to the same card.',
  params: byUuid,
  body: z
    .strictObject({ ticket_uuids: z.array(uuid).min(1).max(1000).optional(), reason: paragraph(500).default('') })
    .optional(),
  reply: data(customerOrder),
  refusals: ['order_state', 'cancellation_late', 'refund_failed', 'charge_disputed'],
})

export const resendMyOrder = endpoint({
  method: 'POST',
  path: '/v1/customer/orders/:uuid/resend',
  access: 'user',
  tag: 'customer',
  summary: 'Send the tickets of an own order again by SMS, and by e-mail where there is one.',
  params: byUuid,
  reply: data(z.object({ sent_to: z.array(z.string()) })),
  refusals: ['order_state'],
})

export const correctMyOrder = endpoint({
  method: 'PATCH',
  path: '/v1/customer/orders/:uuid',
  access: 'user',
  tag: 'customer',
  summary:
    'Correct the e-mail address of an own order, three times a day at most: its tickets are sent again, the links of before end, and the address of before is notified. The same address again changes and sends nothing.',
  params: byUuid,
  body: z.strictObject({ email: line(254) }),
  reply: data(customerOrder),
  refusals: ['order_state'],
})
