import { z } from 'zod'
import {
  data,
  endpoint,
  exportOf,
  instant,
  listQuery,
  numberText,
  page,
  shekels,
  statusCasesAt,
  uuid,
} from './endpoint.ts'

const tag = 'payments'

export const notify = endpoint({
  method: 'POST',
  path: '/v1/payments/:provider/notify',
  access: 'public',
  tag,
  summary: 'The gateway’s webhook. It is stored, then verified with the gateway; only that makes an order paid.',
  params: z.object({ provider: z.string().max(40) }),
  // A gateway decides what it sends.
  query: z.record(z.string(), z.unknown()),
  body: z.record(z.string(), z.unknown()),
  reply: data(z.object({ received: z.literal(true) })),
  idempotent: false,
})

/** A terminal’s uuid, its name, or `default`. */
const terminalKey = z.object({ key: z.string().min(1).max(80) })
const terminal = z
  .object({ uuid, key: z.string(), name: z.string(), is_default: z.boolean() })
  .meta({ id: 'CreditTerminal' })
export type Terminal = z.infer<typeof terminal>

export const terminalHandshake = endpoint({
  method: 'GET',
  path: '/v1/credit_terminals/:key/handshake',
  access: { permission: 'register.setup' },
  tag,
  summary:
    'A handshake that locks the sum with the gateway before a card is read. `key` is a terminal’s uuid, its name, or `default`.',
  params: terminalKey,
  query: z.strictObject({ total_amount: numberText(z.number().positive()), order_uuid: uuid.optional() }),
  reply: data(
    z.object({
      thtk: z.string(),
      terminal_name: z.string(),
      total_amount: shekels,
      currency: z.literal('ILS'),
      payment_url: z.string(),
      expires_at: instant,
    }),
  ),
  refusals: ['amount_mismatch', 'payment_unavailable'],
})

export const listTerminals = endpoint({
  method: 'GET',
  path: '/v1/credit_terminals',
  access: { permission: 'register.setup' },
  tag,
  summary: 'The card terminals that a register may use.',
  query: listQuery({}),
  reply: page(terminal),
})

export const exportTerminals = exportOf(listTerminals)
export const terminalStatusCases = statusCasesAt('/v1/credit_terminals/status_cases', tag)

export const showTerminal = endpoint({
  method: 'GET',
  path: '/v1/credit_terminals/:key',
  access: { permission: 'register.setup' },
  tag,
  summary: 'One card terminal, by its uuid, its name or `default`.',
  params: terminalKey,
  reply: data(terminal),
})
