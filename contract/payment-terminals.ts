import { PAYMENT_OFFER } from '@kartis/domain/limits.ts'
import { toShekels } from '@kartis/domain/money.ts'
import { z } from 'zod'
import { byUuid, data, endpoint, instant, shekels, uuid } from './endpoint.ts'
import { line } from './text.ts'

const tag = 'payments'
const access = { permission: 'account.terminals' } as const
/** Whoever can change where buyers' money goes is asked who it is. */
const fresh = { ...access, fresh: true } as const

/** What the payment pages of a terminal offer besides one payment by card. */
const offer = {
  max_installments: z.int().min(1).max(PAYMENT_OFFER.maxInstallments),
  /** The smallest instalment. */
  min_installment: shekels.min(0).max(toShekels(PAYMENT_OFFER.maxMinInstallmentAgorot)),
  bit: z.boolean(),
}

/** A payment terminal of the account. Its credentials are stored sealed and never shown again. */
export const paymentTerminal = z
  .object({
    uuid,
    gateway: z.string(),
    /** As the gateway calls it. */
    name: z.string(),
    status: z.enum(['active', 'suspended']),
    /** Whether new payments of the account go there. */
    is_default: z.boolean(),
    ...offer,
    created_at: instant,
  })
  .meta({ id: 'PaymentTerminal' })
export type PaymentTerminal = z.infer<typeof paymentTerminal>

const gateway = z
  .object({
    name: z.string(),
    /** What its terminals need; each is required. */
    fields: z.array(z.object({ name: z.string(), secret: z.boolean() })),
  })
  .meta({ id: 'GatewayFields' })

export const listPaymentTerminals = endpoint({
  method: 'GET',
  path: '/v1/producer/payment_terminals',
  access,
  tag,
  summary:
    'The payment terminals of the account, the one that charges first. Without any, payments go to the installation’s.',
  reply: data(
    z.object({
      /** Whether the account keeps terminals itself: its settlement mode is `direct`. */
      own: z.boolean(),
      terminals: z.array(paymentTerminal),
      gateways: z.array(gateway),
    }),
  ),
})
export type PaymentTerminals = z.infer<typeof listPaymentTerminals.reply>['data']

export const addPaymentTerminal = endpoint({
  method: 'POST',
  path: '/v1/producer/payment_terminals',
  access: fresh,
  tag,
  summary:
    'A terminal of the account, or new credentials of one with the same name. The gateway is asked first whether it knows them. Buyers are charged at the oldest active one.',
  body: z.strictObject({
    gateway: line(40),
    /** By the names that the list gives for the gateway. */
    fields: z.record(z.string().max(40), line(400)),
    max_installments: offer.max_installments.default(1),
    min_installment: offer.min_installment.default(0),
    bit: offer.bit.default(false),
  }),
  reply: data(paymentTerminal),
  status: 201,
  refusals: ['terminals_by_operator', 'terminal_refused', 'payment_unavailable', 'too_many_requests'],
})

export const changePaymentTerminal = endpoint({
  method: 'PATCH',
  path: '/v1/producer/payment_terminals/:uuid',
  access: fresh,
  tag,
  summary:
    'What its pages offer, and whether new payments go there. Open payments and refunds of a suspended terminal go there all the same; with all terminals suspended the account takes no card payments.',
  params: byUuid,
  body: z.strictObject({ status: z.enum(['active', 'suspended']), ...offer }).partial(),
  reply: data(paymentTerminal),
  refusals: ['terminals_by_operator'],
})

export const testPaymentTerminal = endpoint({
  method: 'POST',
  path: '/v1/producer/payment_terminals/:uuid/test',
  access,
  tag,
  summary: 'Asks the gateway for the transactions of today with the stored credentials. Nothing is charged.',
  params: byUuid,
  reply: data(
    z.object({
      works: z.boolean(),
      /** Why not: the gateway did not answer, or refused. */
      problem: z.enum(['unavailable', 'refused']).nullable(),
      checked_at: instant,
    }),
  ),
  idempotent: false,
  refusals: ['too_many_requests'],
})
