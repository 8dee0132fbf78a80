import type { RefusalCode } from '@kartis/domain/refusal.ts'
import { z } from 'zod'
import { uuid } from './endpoint.ts'
import { mapNotReady, sectionNotEmpty, versionConflict } from './venue-map-problems.ts'

/** Refusal code to HTTP status, once. 0 is for codes that only a browser reports (there was no reply). */
export const STATUS_OF: Record<RefusalCode, number> = {
  validation: 422,
  not_found: 404,
  forbidden: 403,
  wrong_workspace: 403,
  conflict: 409,
  too_many_requests: 429,
  unauthorized: 401,
  idempotency_mismatch: 409,
  idempotency_in_flight: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  file_infected: 422,
  overloaded: 503,
  system_error: 500,
  unspecific: 400,
  code_wrong: 422,
  code_expired: 422,
  code_burned: 422,
  phone_not_allowed: 422,
  proof_required: 403,
  passkey_required: 403,
  passkey_refused: 422,
  recovery_code_wrong: 422,
  signup_incomplete: 403,
  A21: 409,
  last_manager: 409,
  person_has_tickets: 409,
  new_account_limit: 429,
  already_member: 409,
  invite_closed: 409,
  event_not_ready: 409,
  event_published: 409,
  event_has_sales: 409,
  ticket_type_has_sales: 409,
  quantity_below_sold: 422,
  seats_in_use: 409,
  image_wrong: 422,
  form_in_use: 409,
  version_conflict: 409,
  seat_map_not_ready: 409,
  section_not_empty: 409,
  sold_out: 409,
  sale_not_started: 409,
  sale_ended: 409,
  event_not_on_sale: 409,
  purchase_limit: 422,
  coupon_unknown: 422,
  coupon_not_started: 409,
  coupon_ended: 409,
  coupon_used_up: 409,
  coupon_other_tickets: 422,
  phone_unverified: 422,
  waiting_room: 409,
  seat_taken: 409,
  orphan_seat: 409,
  seats_required: 422,
  hold_expired: 409,
  order_state: 409,
  details_missing: 422,
  payment_declined: 402,
  payment_unavailable: 503,
  terminal_refused: 422,
  terminals_by_operator: 409,
  operator_pays: 409,
  refund_failed: 502,
  charge_disputed: 409,
  cancellation_late: 409,
  transfer_closed: 409,
  refund_run_changed: 409,
  second_person_needed: 409,
  event_cancelled: 410,
  event_off_sale: 404,
  choice_closed: 409,
  amount_mismatch: 422,
  device_unpaired: 409,
  shift_state: 409,
  S1: 404,
  S2: 409,
  S3: 409,
  S4: 409,
  S5: 409,
  S6: 422,
  S7: 409,
  S8: 409,
  S9: 409,
  gate_link_used: 409,
  gate_device_ended: 401,
  N1: 0,
  N2: 0,
  N3: 0,
  N4: 0,
}

/** Which limit a cart exceeds: `bought` is what the phone has from other orders, `left` what it may still buy. */
const purchaseLimitDetail = z.strictObject({
  limit: z.int(),
  bought: z.int(),
  left: z.int(),
  /** The ticket type whose limit it is; without it the limit counts all types together. */
  events_ticket_uuid: uuid.optional(),
})
export type PurchaseLimitDetail = z.infer<typeof purchaseLimitDetail>

/** `seats`: those that are taken, or that would be left alone. `offer`: as many that would be accepted now, or none. */
const seatsDetail = z.strictObject({ seats: z.array(uuid), offer: z.array(uuid) })

/** `detail` of the refusals whose data a client computes with; tests hold every reply against it. */
export const REFUSAL_DETAILS: { readonly [code in RefusalCode]?: z.ZodType } = {
  purchase_limit: purchaseLimitDetail,
  version_conflict: versionConflict,
  seat_map_not_ready: mapNotReady,
  section_not_empty: sectionNotEmpty,
  seat_taken: seatsDetail,
  orphan_seat: seatsDetail,
}

/** Every error reply, whatever went wrong: `detail` is `{field: [reason, …]}` for validation, data about the refusal else. */
export const errorReply = z
  .object({
    error: z.object({ code: z.string(), description: z.string(), detail: z.record(z.string(), z.unknown()) }),
  })
  .meta({ id: 'Error' })

/** @public The shape of every error reply, for clients in TypeScript. */
export type ErrorReply = z.infer<typeof errorReply>
