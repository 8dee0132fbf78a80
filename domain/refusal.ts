/**
 * Expected refusals are values with a code; thrown errors are unexpected.
 * The one list of codes: contract/errors.ts gives each its HTTP status, i18n its message, docs/errors.md its explanation.
 */
export const REFUSAL_CODES = [
  // general
  'validation',
  'not_found',
  'forbidden',
  'wrong_workspace',
  'conflict',
  'too_many_requests',
  'unauthorized',
  'idempotency_mismatch',
  'idempotency_in_flight',
  'payload_too_large',
  'unsupported_media_type',
  'file_infected',
  'overloaded',
  'system_error',
  'unspecific',
  // signing in and up
  'code_wrong',
  'code_expired',
  'code_burned',
  'phone_not_allowed',
  'proof_required',
  'passkey_required',
  'passkey_refused',
  'recovery_code_wrong',
  'signup_incomplete',
  'A21',
  // accounts and team
  'last_manager',
  'already_member',
  'invite_closed',
  'person_has_tickets',
  'new_account_limit',
  // events and ticket types
  'event_not_ready',
  'event_published',
  'event_has_sales',
  'ticket_type_has_sales',
  'quantity_below_sold',
  'seats_in_use',
  'image_wrong',
  'form_in_use',
  // seat maps
  'version_conflict',
  'seat_map_not_ready',
  'section_not_empty',
  // buying
  'sold_out',
  'sale_not_started',
  'sale_ended',
  'event_not_on_sale',
  'purchase_limit',
  'coupon_unknown',
  'coupon_not_started',
  'coupon_ended',
  'coupon_used_up',
  'coupon_other_tickets',
  'phone_unverified',
  'waiting_room',
  'seat_taken',
  'orphan_seat',
  'seats_required',
  'hold_expired',
  'order_state',
  'details_missing',
  'payment_declined',
  'payment_unavailable',
  'terminal_refused',
  'terminals_by_operator',
  'operator_pays',
  'refund_failed',
  'charge_disputed',
  'cancellation_late',
  'transfer_closed',
  'amount_mismatch',
  // refund runs
  'refund_run_changed',
  'second_person_needed',
  'event_cancelled',
  'event_off_sale',
  'choice_closed',
  // box office
  'device_unpaired',
  'shift_state',
  // check-in
  'S1',
  'S2',
  'S3',
  'S4',
  'S5',
  'S6',
  'S7',
  'S8',
  'S9',
  'gate_link_used',
  'gate_device_ended',
  // reported by the browser, never by the server
  'N1',
  'N2',
  'N3',
  'N4',
] as const

export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** `fields` names what is wrong: `{ field: [reason, …] }`, a reason being a key of the `validation` messages; `detail` is free data for the screen. */
export interface Refusal {
  readonly refusal: RefusalCode
  readonly fields?: Readonly<Record<string, readonly string[]>>
  readonly detail?: Readonly<Record<string, unknown>>
}

/** A refusal: an expected failure, returned as a value. */
export const refuse = (refusal: RefusalCode, extra: Omit<Refusal, 'refusal'> = {}): Refusal => ({ refusal, ...extra })

/** A `validation` refusal of one field with its reasons. */
export const refuseField = (field: string, ...reasons: string[]): Refusal => ({
  refusal: 'validation',
  fields: { [field]: reasons },
})

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refusal' in value && typeof value.refusal === 'string'
