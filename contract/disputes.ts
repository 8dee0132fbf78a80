import { DISPUTE_ANSWERS, DISPUTE_STATES } from '@kartis/domain/dispute.ts'
import { z } from 'zod'
import { byUuid, calendarDay, data, endpoint, exportOf, instant, listQuery, page, shekels, uuid } from './endpoint.ts'
import { line, lineOrNumber, paragraph } from './text.ts'

const tag = 'disputes'
const access = { permission: 'report.account' } as const

/** Characters of a note. */
const MAX_NOTE = 500

export const dispute = z
  .object({
    uuid,
    /** Of the acquirer's notice. */
    reference: z.string(),
    /** As the notice says; empty where it says none. */
    reason: z.string(),
    status: z.enum(DISPUTE_STATES),
    amount: shekels,
    /** Of it held from the balance until it is decided; 0 where the producer's own acquirer has the money. */
    held_amount: shekels,
    /** The last day on which the acquirer takes evidence, in Israel. */
    deadline: calendarDay,
    event_uuid: uuid,
    event_name: z.string(),
    order_uuid: uuid,
    order_number: z.string(),
    buyer_name: z.string().nullable(),
    /** The disputed charge. */
    payment: z.object({
      uuid,
      amount: shekels,
      refunded_amount: shekels,
      last4: z.string().nullable(),
      paid_at: instant.nullable(),
    }),
    notified_at: instant,
    sent_at: instant.nullable(),
    decided_at: instant.nullable(),
    note: z.string().nullable(),
    changed_at: instant,
    /** Who changed it last; null for the calendar. */
    changed_by: z.string().nullable(),
    /** What may be said of it now. Where the amount is held, the operator notes the acquirer's decision. */
    answers: z.array(z.enum(DISPUTE_ANSWERS)),
  })
  .meta({ id: 'Dispute' })
export type Dispute = z.infer<typeof dispute>

export const listDisputes = endpoint({
  method: 'GET',
  path: '/v1/producer/disputes',
  access,
  tag,
  summary: 'Charges that cardholders dispute: first those that wait for evidence, by their deadline.',
  query: listQuery({
    filter: { status: z.enum(DISPUTE_STATES).optional(), open: z.stringbool().optional() },
    /** The number of an order or the reference of a notice, whole; a part of the name of an event. */
    or: ['number', 'name'],
  }),
  reply: page(dispute),
})

export const exportDisputes = exportOf(listDisputes)

export const showDispute = endpoint({
  method: 'GET',
  path: '/v1/producer/disputes/:uuid',
  access,
  tag,
  summary: 'One dispute.',
  params: byUuid,
  reply: data(dispute),
})

/** A card charge, with what an acquirer's notice names it by. */
export const disputableCharge = z
  .object({
    payment_uuid: uuid,
    amount: shekels,
    refunded_amount: shekels,
    /** Null where the gateway did not say, as of Bit. */
    last4: z.string().nullable(),
    paid_at: instant.nullable(),
    /** Instalments; 1 for a single payment. */
    installments: z.int(),
  })
  .meta({ id: 'DisputableCharge' })
export type DisputableCharge = z.infer<typeof disputableCharge>

export const listDisputableCharges = endpoint({
  method: 'GET',
  path: '/v1/producer/disputes/charges',
  access,
  tag,
  summary:
    'The card charges of the order with this number, the oldest first, to tell them apart before one is reported; empty where the workspace has no such order.',
  query: listQuery({}).extend({ order_number: z.string().regex(/^\d{1,15}$/) }),
  reply: page(disputableCharge),
})

export const reportDispute = endpoint({
  method: 'POST',
  path: '/v1/producer/disputes',
  access,
  tag,
  summary:
    'Notes what the producer’s own acquirer says of a disputed charge: every owner and manager is notified, and the evidence can be downloaded. Once for each charge and reference. A charge whose money the installation has is noted by its operator (`noted_by_operator` at `order_number`).',
  body: z.strictObject({
    order_number: lineOrNumber(15).refine((text) => /^\d+$/.test(text), { error: 'not_a_number' }),
    /** The last four digits of the card, as the notice has them, where the order has several charges. */
    last4: lineOrNumber(4).optional(),
    /** The charge itself, where those digits are not enough. */
    payment_uuid: uuid.optional(),
    /** The number of the case, as the acquirer has it. */
    reference: line(60).min(1, { error: 'required' }),
    reason: line(200).default(''),
    /** The whole charge unless given. */
    amount: shekels.min(0.01, { error: 'too_small' }).optional(),
    /** The last day on which the acquirer takes evidence; without it the usual days after today. */
    deadline: calendarDay.optional(),
  }),
  reply: data(dispute),
  status: 201,
  refusals: [],
})

export const answerDispute = endpoint({
  method: 'PATCH',
  path: '/v1/producer/disputes/:uuid',
  access,
  tag,
  summary:
    'Says that the evidence was sent, that the charge is not contested, or how it was decided; or keeps a note. `conflict` where `answers` has no such step.',
  params: byUuid,
  body: z.strictObject({ status: z.enum(DISPUTE_ANSWERS).optional(), note: paragraph(MAX_NOTE).optional() }),
  reply: data(dispute),
  refusals: ['conflict'],
})

export const disputeEvidence = endpoint({
  method: 'GET',
  path: '/v1/producer/disputes/:uuid.pdf',
  access: { permission: 'dispute.evidence' },
  tag,
  summary: 'What is stored of a disputed charge as one .pdf for the acquirer, in Hebrew unless `lang` says otherwise.',
  params: byUuid,
  query: z.strictObject({ lang: z.enum(['he', 'en', 'ar']).default('he') }),
  replyType: 'pdf',
  reply: z.unknown(),
  logged: 'export',
})
