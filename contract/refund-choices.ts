import { STAY_REASONS, REFUND_CHOICES, REFUND_ITEM_STATES } from '@kartis/domain/refund-run.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, listQuery, page, shekels, uuid } from './endpoint.ts'
import { refundRunKind } from './refund-runs.ts'

const choice = z.enum(REFUND_CHOICES)

/** What a producer offers the buyer of an order in a refund run, and what the buyer chose. */
export const refundOffer = z
  .object({
    refund_run_uuid: uuid,
    order_uuid: uuid,
    kind: refundRunKind,
    /** Of the organiser; empty where there is none. */
    message: z.string(),
    /** Until when the buyer may choose; null where nobody is asked. */
    deadline: instant.nullable(),
    /** Whether the choice may be made or changed now. */
    open: z.boolean(),
    /** Null while the buyer has not chosen; then the tickets stay. */
    choice: choice.nullable(),
    state: z.enum(REFUND_ITEM_STATES),
    /** Why the tickets stay without a choice: other people hold all that could be refunded. Null otherwise. */
    stays_because: z.enum(STAY_REASONS).nullable(),
    /** Those that a refund cancels; in a run with a choice the ones that the buyer still holds. */
    tickets: z.int(),
    /** Valid ones that other people hold. */
    transferred: z.int(),
    /** What the buyer gets back, and the fee that is kept of the price. */
    amount: shekels,
    fee: shekels,
    /** The organiser hands the money back, since it does not go back to a card by itself. */
    by_hand: z.boolean(),
    chosen_at: instant.nullable(),
    /** By then the law wants the money returned; null while no refund was chosen. */
    refund_due_at: instant.nullable(),
  })
  .meta({ id: 'RefundOffer' })
export type RefundOffer = z.infer<typeof refundOffer>

const body = z.strictObject({
  refund_run_uuid: uuid,
  choice,
  /** The sum that the buyer read: a refund of another, because a ticket was transferred meanwhile, is refused with `conflict`. */
  amount: shekels.optional(),
})

export const chooseRefund = endpoint({
  method: 'POST',
  path: '/v1/customer/orders/:uuid/choice',
  access: 'user',
  tag: 'customer',
  summary:
    'Choose between a refund and the tickets of an own order while the organiser asks; may be changed until the deadline.',
  params: byUuid,
  body,
  reply: data(refundOffer),
  refusals: ['choice_closed', 'conflict', 'order_state'],
})

export const listRefundOffers = endpoint({
  method: 'GET',
  path: '/v1/customer/refund_offers',
  access: 'user',
  tag: 'customer',
  summary:
    'What organisers offer now for the tickets of own orders: the choices that may be made or changed, of the newest 100 orders.',
  query: listQuery({}),
  reply: page(refundOffer),
})

export const showRefundOffer = endpoint({
  method: 'GET',
  path: '/v1/public/orders/:uuid/choice',
  access: 'order-token',
  tag: 'buying',
  summary: 'What the organiser offers for the tickets of an order: the latest refund run that has it.',
  params: byUuid,
  reply: data(refundOffer),
})

export const chooseRefundByLink = endpoint({
  method: 'POST',
  path: '/v1/public/orders/:uuid/choice',
  access: 'order-token',
  tag: 'buying',
  summary: 'The same choice by the link to the tickets.',
  params: byUuid,
  body,
  reply: data(refundOffer),
  refusals: ['choice_closed', 'conflict', 'order_state'],
})
