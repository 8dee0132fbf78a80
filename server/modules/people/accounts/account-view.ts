import type { Account, feeContract } from '@kartis/contract/accounts.ts'
import { can } from '@kartis/domain/permissions.ts'
import { toShekels } from '@kartis/domain/money.ts'
import type { z } from 'zod'
import type { Platform } from '../../../platform/platform.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { attachmentsOf } from '../attachments/index.ts'
import { type AccountRow, type BankRow, banksOf, type ContractRow, contractsAt, type Role } from './accounts-queries.ts'

/** What bank account numbers are sealed for. */
export const BANK_ACCOUNT = 'bank_account'

const HIDDEN = '*****'

const percent = (basisPoints: number): number => basisPoints / 100

export const viewContract = (row: ContractRow): z.infer<typeof feeContract> => ({
  handle_fee_cc_percent: percent(row.handle_fee_cc_bp),
  handle_fee_cc_special_percent: percent(row.handle_fee_cc_special_bp),
  handle_fee_cc_tourist_percent: percent(row.handle_fee_cc_tourist_bp),
  handle_fee_ticket_amount: toShekels(row.handle_fee_ticket_agorot),
  ticket_fee_includes_vat: row.ticket_fee_includes_vat,
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

interface Around {
  readonly bank: BankRow | undefined
  readonly contract: ContractRow
  readonly files: Account['attachments']
}

const viewAccount = (row: AccountRow & { role: Role }, { bank, contract, files }: Around): Account => {
  const edits = can(row.role, 'account.edit')
  return {
    id: row.id,
    uuid: row.id,
    name: row.name,
    vat_name: row.vat_name,
    tax_id: row.vat_number,
    vat_number: row.vat_number,
    vat_type: row.vat_type,
    address_city: row.address_city,
    address_street: row.address_street,
    address_street_number: row.address_street_number,
    phone: row.contact_phone,
    email: row.contact_email,
    email_billing: row.billing_email,
    role: row.role,
    // Where the money goes is the managers' alone.
    payment_methods: bank && can(row.role, 'account.bank') ? [viewBank(bank)] : [],
    attachments: edits ? files : [],
    accounts_contract: viewContract(contract),
    created_at: row.created_at.toISOString(),
    can: { edit: edits },
  }
}

/** Accounts as their member sees them, with bank details, files and the contract of today. */
export const viewAccounts = async (
  platform: Platform,
  db: Db | Tx,
  rows: readonly (AccountRow & { role: Role })[],
): Promise<Account[]> => {
  const ids = rows.map(({ id }) => id)
  const [banks, contracts, files] = [
    await banksOf(db, ids),
    await contractsAt(db, ids, platform.clock()),
    await attachmentsOf(platform, 'account', ids, db),
  ]
  return rows.map((row) => {
    const contract = contracts.find(({ account_id }) => account_id === row.id)
    if (!contract) throw new Error(`account ${row.id} has no fee contract`)
    const bank = banks.find(({ account_id }) => account_id === row.id)
    return viewAccount(row, { bank, contract, files: files.get(row.id) ?? [] })
  })
}
