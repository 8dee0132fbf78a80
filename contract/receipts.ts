import { z } from 'zod'
import { byUuid, data, endpoint, instant, shekels } from './endpoint.ts'
import { installments, wallet } from './orders.ts'
import { buyerOrder, orderEvent } from './public-orders.ts'

/** What was paid, to whom and for what. It confirms a payment and is no tax invoice: that is the seller's to issue. */
export const receipt = buyerOrder
  .pick({
    uuid: true,
    number: true,
    status: true,
    items: true,
    coupon: true,
    discount_amount: true,
    total_amount: true,
    refunded_amount: true,
    waiting_amount: true,
    paid_at: true,
  })
  .extend({
    /** What was refunded, the first one first, without what waits for a bank transfer. `done_at` is null while it is on its way. */
    refunds: z.array(z.object({ amount: shekels, requested_at: instant, done_at: instant.nullable() })),
    /** Withheld from refunds. */
    cancellation_fee: shekels,
    buyer: z.object({ name: z.string().nullable() }),
    event: orderEvent,
    /** The legal seller: the producer's company as it is now. */
    seller: z.object({ name: z.string(), number: z.string(), phone: z.string(), email: z.string() }),
    /** Last digits of the card; null where there was none. */
    last4: z.string().nullable(),
    wallet,
    installments,
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.infer<typeof receipt>

export const showReceipt = endpoint({
  method: 'GET',
  path: '/v1/public/orders/:uuid/receipt',
  access: 'order-token',
  tag: 'buying',
  summary: 'The payment confirmation of a paid order: seller, items, sums. Refused for free and unpaid orders.',
  params: byUuid,
  reply: data(receipt),
  refusals: ['order_state'],
})
