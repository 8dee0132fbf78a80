import type { Account, feeContract } from '@kartis/contract/accounts.ts'
import { isAllowed } from '@kartis/domain/permissions.ts'
import { toPercent, toShekels } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { z } from 'zod'
import type { Platform } from '../../../platform/platform.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { attachmentsOf } from '../attachments/index.ts'
import {
  accountOf,
  type BankRow,
  banksOf,
  type ContractRow,
  contractsAt,
  type OwnAccountRow,
} from './accounts-queries.ts'
import { vatRateAt } from './vat-rates.ts'

/** What bank account numbers are sealed for. */
export const BANK_ACCOUNT = 'bank_account'

const HIDDEN = '*****'

/** `vatBp`: the rate of VAT at the moment. */
export const viewContract = (row: ContractRow, vatBp: number): z.infer<typeof feeContract> => ({
  handle_fee_cc_percent: toPercent(row.handle_fee_cc_bp),
  handle_fee_cc_special_percent: toPercent(row.handle_fee_cc_special_bp),
  handle_fee_cc_tourist_percent: toPercent(row.handle_fee_cc_tourist_bp),
  handle_fee_ticket_amount: toShekels(row.handle_fee_ticket_agorot),
  ticket_fee_includes_vat: row.ticket_fee_includes_vat,
  vat_percent: toPercent(vatBp),
  fee_payer: row.fee_payer,
  valid_from: row.valid_from.toISOString(),
})

const viewBank = (row: BankRow): Account['payment_methods'][number] => ({
  type: 'bank',
  holder_name: row.holder_name,
  bank_number: row.bank_number,
  bank_branch_number: row.branch_number,
  bank_account_number: `${HIDDEN}${row.account_number_tail}`,
  check: row.check_result,
  updated_at: row.created_at.toISOString(),
})

interface AccountParts {
  readonly bank: BankRow | undefined
  readonly contract: ContractRow
  readonly vatBp: number
  readonly files: Account['attachments']
}

/** Company details, for those who may see them. */
const detailsOf = (row: OwnAccountRow) => ({
  vat_name: row.vat_name,
  tax_id: row.vat_number,
  vat_number: row.vat_number,
  vat_type: row.vat_type,
  billing_role: row.billing_role,
  address_city: row.address_city,
  address_street: row.address_street,
  address_street_number: row.address_street_number,
  phone: row.contact_phone,
  email: row.contact_email,
  email_billing: row.billing_email,
})

const termsOf = ({ terms_version: version, terms_accepted_at: at }: OwnAccountRow): Account['terms'] =>
  version === null || at === null ? null : { version, accepted_at: at.toISOString() }

const NO_DETAILS: { readonly [field in keyof ReturnType<typeof detailsOf>]: null } = {
  vat_name: null,
  tax_id: null,
  vat_number: null,
  vat_type: null,
  billing_role: null,
  address_city: null,
  address_street: null,
  address_street_number: null,
  phone: null,
  email: null,
  email_billing: null,
}

const viewAccount = (row: OwnAccountRow, { bank, contract, vatBp, files }: AccountParts): Account => ({
  id: row.id,
  uuid: row.id,
  name: row.name,
  ...(isAllowed(row, 'account.details') ? detailsOf(row) : NO_DETAILS),
  role: row.role,
  payment_methods: bank && isAllowed(row, 'account.bank') ? [viewBank(bank)] : [],
  attachments: isAllowed(row, 'account.bank') ? files : [],
  accounts_contract: isAllowed(row, 'report.read') ? viewContract(contract, vatBp) : null,
  texts: row.texts,
  terms: isAllowed(row, 'account.details') ? termsOf(row) : null,
  created_at: row.created_at.toISOString(),
  can: { edit: isAllowed(row, 'account.edit'), bank: isAllowed(row, 'account.bank') },
})

/** Accounts as their member sees them: bank details, files and the current contract for those who may see them. */
export const viewAccounts = async (
  platform: Platform,
  db: Db | Tx,
  rows: readonly OwnAccountRow[],
  now: Date,
): Promise<Account[]> => {
  const ids = rows.map(({ id }) => id)
  const [banks, contracts, vatBp, files] = [
    await banksOf(db, ids),
    await contractsAt(db, ids, now),
    await vatRateAt(db, now),
    await attachmentsOf(platform, 'account', ids, db),
  ]
  return rows.map((row) => {
    const contract = contracts.find(({ account_id }) => account_id === row.id)
    if (!contract) throw new Error(`account ${row.id} has no fee contract`)
    const bank = banks.find(({ account_id }) => account_id === row.id)
    return viewAccount(row, { bank, contract, vatBp, files: files.get(row.id) ?? [] })
  })
}

/** One account as the caller sees it; `not_found` for who is not a member. */
export const viewOwnAccount = async (
  platform: Platform,
  db: Db | Tx,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
  now: Date,
): Promise<Account | Refusal> => {
  const row = await accountOf(db, userId, accountId)
  const [account] = row ? await viewAccounts(platform, db, [row], now) : []
  return account ?? refuse('not_found')
}
