import { z } from 'zod'
import { phoneProof } from './auth.ts'
import { uuid } from './endpoint.ts'
import { line } from './text.ts'

/** Details of the buyer. Any other field is refused. */
export const details = z.strictObject({
  name: line(120).optional(),
  phone: line(32).optional(),
  phone_country_code: z.string().trim().max(6).optional(),
  email: line(254).nullable().optional(),
  marketing_consent: z.boolean().optional(),
  /** A code that `POST /v1/login` sent to the phone, where the event limits tickets by phone and the caller is not signed in with it. */
  phone_proof: phoneProof.optional(),
  answers: z
    .array(z.strictObject({ field_uuid: uuid, ticket_no: z.int().min(0).max(1000).default(0), value: z.unknown() }))
    .max(2000)
    .optional(),
})

/** Why they are not saved, besides their fields. */
export const detailRefusals = [
  'order_state',
  'hold_expired',
  'phone_unverified',
  'purchase_limit',
  'code_wrong',
  'code_expired',
  'code_burned',
] as const
