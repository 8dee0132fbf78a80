import type { BillingRole } from '@kartis/domain/company.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import type { FeePayer } from '@kartis/domain/service-fee.ts'
import type { SettlementMode } from '@kartis/domain/settlement.ts'
import type { Generated } from 'kysely'
import type { TextsOf } from '../../../platform/database/localized-text.ts'
import type { GeneratedJson, GeneratedStamp, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** The names of an account in other languages. */
export type AccountTexts = TextsOf<'name' | 'vat_name'>

/** Producer accounts (workspaces). Written by this module. */
export interface AccountsTable {
  id: string
  name: string
  vat_name: string
  vat_number: string
  vat_type: Generated<string>
  billing_role: Generated<BillingRole>
  address_city: string
  address_street: string
  address_street_number: string
  contact_phone: string
  contact_email: string
  billing_email: string
  texts: GeneratedJson<AccountTexts>
  terms_version: string | null
  terms_accepted_at: StampOrNull
  /** users.id */
  created_by: string | null
  created_at: GeneratedStamp
  updated_at: GeneratedStamp
}

/** Members of an account's team, one row for each account and user. */
export interface AccountMembersTable {
  id: string
  /** accounts.id */
  account_id: string
  /** users.id */
  user_id: string
  role: Role
  /** False: the membership is limited to the events in `account_member_events`, also when there is none left. */
  all_events: Generated<boolean>
  created_at: GeneratedStamp
}

/** The events that a limited member may use. */
export interface AccountMemberEventsTable {
  /** account_members.id */
  member_id: string
  /** events.id */
  event_id: string
}

/** Invitations to a team; at most one pending row for each account and phone. */
export interface AccountInvitesTable {
  id: string
  /** accounts.id */
  account_id: string
  /** E.164 */
  phone: string
  role: Role
  /** Null: all events. */
  event_ids: string[] | null
  status: Generated<'pending' | 'accepted' | 'declined' | 'cancelled'>
  /** users.id */
  invited_by: string | null
  created_at: GeneratedStamp
  /** When it was accepted, declined or cancelled. */
  answered_at: StampOrNull
}

/** Bank details for payouts. Append-only: the newest row of an account is in force. */
export interface AccountBankDetailsTable {
  id: string
  /** accounts.id */
  account_id: string
  holder_name: string | null
  bank_number: number
  branch_number: string
  /** Encrypted with the key purpose `BANK_ACCOUNT`. */
  account_number_sealed: string
  /** The last four digits. */
  account_number_tail: string
  /** Whether the check digits are right; only a warning. */
  check_result: Generated<'valid' | 'invalid' | 'unknown'>
  created_by: string | null
  created_at: GeneratedStamp
}

/** Fee contracts. Append-only: of the rows that are valid at an instant the latest is in force. `_bp`: basis points. */
export interface AccountContractsTable {
  id: string
  /** accounts.id */
  account_id: string
  handle_fee_cc_bp: number
  handle_fee_cc_special_bp: number
  handle_fee_cc_tourist_bp: number
  handle_fee_ticket_agorot: number
  ticket_fee_includes_vat: Generated<boolean>
  /** Null: the installation's. */
  settlement_mode: SettlementMode | null
  /** The share of card revenue that is withheld for so many days after an event is settled. */
  reserve_bp: Generated<number>
  reserve_days: Generated<number>
  /** Who bears the service fee of new events. */
  fee_payer: Generated<FeePayer>
  valid_from: Stamp
  created_at: GeneratedStamp
}

/** VAT rates of Israel. Written by migrations only. */
export interface VatRatesTable {
  /** `YYYY-MM-DD`, a day in Israel. */
  valid_from: string
  /** Basis points. */
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
