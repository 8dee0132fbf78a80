import type { Generated } from 'kysely'
import type { GeneratedStamp, JsonOrNull, MessageAttachment, Stamp, StampOrNull } from './schema-columns.ts'

export interface UsersTable {
  id: string
  phone: string
  first_name: string | null
  last_name: string | null
  email: string | null
  id_number_sealed: string | null
  gender: 'male' | 'female' | null
  date_birth: string | null
  language: Generated<string>
  signup_completed_at: StampOrNull
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

export interface LoginCodesTable {
  id: string
  phone: string
  code_hash: string
  code_sealed: string
  tries: Generated<number>
  sends: Generated<number>
  ip: string | null
  created_at: GeneratedStamp
  last_sent_at: GeneratedStamp
  expires_at: Stamp
  used_at: StampOrNull
}

export interface SessionsTable {
  id: string
  user_id: string
  access_hash: string
  access_expires_at: Stamp
  refresh_hash: string
  used_refresh_hashes: Generated<string[]>
  refresh_expires_at: Stamp
  revoked_at: StampOrNull
  revoked_why: string | null
  user_agent: string | null
  created_at: GeneratedStamp
  seen_at: GeneratedStamp
}

export interface AccountsTable {
  id: string
  name: string
  vat_name: string
  vat_number: string
  vat_type: Generated<string>
  address_city: string
  address_street: string
  address_street_number: string
  contact_phone: string
  contact_email: string
  billing_email: string
  terms_version: string | null
  terms_accepted_at: StampOrNull
  created_by: string | null
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

export interface AccountMembersTable {
  id: string
  account_id: string
  user_id: string
  role: 'manager' | 'scanner'
  created_at: GeneratedStamp
}

export interface AccountInvitesTable {
  id: string
  account_id: string
  phone: string
  role: 'manager' | 'scanner'
  status: Generated<'pending' | 'accepted' | 'declined' | 'cancelled'>
  invited_by: string | null
  created_at: GeneratedStamp
  answered_at: StampOrNull
}

export interface AccountBankDetailsTable {
  id: string
  account_id: string
  holder_name: string | null
  bank_number: number
  branch_number: string
  account_number_sealed: string
  account_number_tail: string
  check_result: Generated<'valid' | 'invalid' | 'unknown'>
  created_by: string | null
  created_at: GeneratedStamp
}

export interface AccountContractsTable {
  id: string
  account_id: string
  handle_fee_cc_bp: number
  handle_fee_cc_special_bp: number
  handle_fee_cc_tourist_bp: number
  handle_fee_ticket_agorot: number
  ticket_fee_includes_vat: Generated<boolean>
  valid_from: Stamp
  created_at: GeneratedStamp
}

export interface AttachmentsTable {
  id: string
  account_id: string
  owner_type: 'account' | 'event' | 'order'
  owner_id: string
  slot: string
  file_key: string
  name: string
  content_type: string
  bytes: number
  width: number | null
  height: number | null
  colors: string[] | null
  created_by: string | null
  created_at: GeneratedStamp
}

export interface MessagesTable {
  id: string
  channel: 'sms' | 'email'
  to: string
  lang: string
  template: string
  subject: string | null
  text: string
  html: string | null
  secret: JsonOrNull<{ code?: string; sealed?: string } | null>
  attachments: JsonOrNull<readonly MessageAttachment[] | null>
  status: Generated<'queued' | 'sent' | 'failed' | 'dead'>
  attempts: Generated<number>
  last_error: string | null
  provider: string | null
  provider_ref: string | null
  account_id: string | null
  event_id: string | null
  order_id: string | null
  created_at: GeneratedStamp
  sent_at: StampOrNull
}

export interface RateCountersTable {
  key: string
  count: number
  resets_at: Stamp
}

export interface IdempotencyKeysTable {
  scope: string
  key: string
  body_hash: string
  status: number | null
  reply: JsonOrNull<unknown>
  created_at: GeneratedStamp
}

export interface VatRatesTable {
  valid_from: string
  rate_bp: number
}

export interface PeopleTables {
  users: UsersTable
  login_codes: LoginCodesTable
  sessions: SessionsTable
  accounts: AccountsTable
  account_members: AccountMembersTable
  account_invites: AccountInvitesTable
  account_bank_details: AccountBankDetailsTable
  account_contracts: AccountContractsTable
  attachments: AttachmentsTable
  messages: MessagesTable
  rate_counters: RateCountersTable
  idempotency_keys: IdempotencyKeysTable
  vat_rates: VatRatesTable
}
