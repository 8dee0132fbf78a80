import type { Role } from '@kartis/domain/permissions.ts'
import type { Generated } from 'kysely'
import type { GeneratedStamp, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

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
  role: Role
  /** False: the membership is limited to the events in `account_member_events`, also when there is none left. */
  all_events: Generated<boolean>
  created_at: GeneratedStamp
}

export interface AccountMemberEventsTable {
  member_id: string
  event_id: string
}

export interface AccountInvitesTable {
  id: string
  account_id: string
  phone: string
  role: Role
  /** Null: all events. */
  event_ids: string[] | null
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

export interface VatRatesTable {
  valid_from: string
  rate_bp: number
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    accounts: AccountsTable
    account_members: AccountMembersTable
    account_member_events: AccountMemberEventsTable
    account_invites: AccountInvitesTable
    account_bank_details: AccountBankDetailsTable
    account_contracts: AccountContractsTable
    vat_rates: VatRatesTable
  }
}
