/** Why a field is wrong: keys of the `validation` messages. One list, so that a test can prove that no message is missing. */
export const REASONS = [
  'required',
  'too_short',
  'too_long',
  'too_small',
  'too_big',
  'at_least_one',
  'negative',
  'money_two_places',
  'not_a_number',
  'not_an_integer',
  'invalid_name',
  'invalid_email',
  'invalid_text',
  'invalid_phone',
  'phone_not_allowed',
  'invalid_id',
  'invalid_tax_id',
  'check_digit',
  'invalid_street_number',
  'invalid_gender',
  'choose_bank',
  'enter_branch_number',
  'enter_account_number',
  'invalid_date',
  'invalid_time_zone',
  'end_before_start',
  'must_be_future',
  'sold_not_past',
  'after_event_end',
  'too_few_categories',
  'too_many_categories',
  'unknown_type',
  'unknown_option',
  'unknown_field',
  'not_of_this_kind',
  'not_changeable',
  'unknown_file',
  'file_type',
  'too_many_pixels',
  'active_content',
  'no_fields',
  'no_options',
  'duplicate',
  'invalid_advanced_name',
  'min_not_below_max',
  'below_sold',
  'below_used',
  'invalid_code',
  'phone_unverified',
  'no_tickets',
  'unknown_ticket_type',
  'seats_required',
  'seat_of_other_type',
  'duplicate_seat',
  'unknown_seat',
  'already_for_sale',
  'table_incomplete',
  'companion_alone',
  'foreign_link',
] as const

export type Reason = (typeof REASONS)[number]

/** `{ field: [reason, …] }`; a valid field has no entry. */
export type FieldReasons = Readonly<Record<string, readonly Reason[]>>

/** Only the fields that have reasons. */
export const reasonsOf = (fields: Readonly<Record<string, readonly Reason[]>>): FieldReasons =>
  Object.fromEntries(Object.entries(fields).filter(([, reasons]) => reasons.length > 0))

export const hasReasons = (fields: FieldReasons): boolean => Object.keys(fields).length > 0
