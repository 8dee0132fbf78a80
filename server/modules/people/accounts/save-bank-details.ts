import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { type BankInput, bankCheck } from './account-fields.ts'
import { BANK_ACCOUNT } from './account-view.ts'
import { insertBank } from './accounts-queries.ts'

/** How many digits of an account number may be shown. */
export const TAIL_LENGTH = 4

interface Owner {
  readonly accountId: string
  readonly userId: string
  readonly now: Date
}

/** Inserts bank details, which are in force from now on: the number encrypted, and its last four digits to show. */
export const saveBankDetails = (
  platform: Platform,
  tx: Tx,
  bank: BankInput,
  { accountId, userId, now }: Owner,
): Promise<void> =>
  insertBank(tx, {
    id: platform.newId(),
    account_id: accountId,
    holder_name: bank.holder_name || null,
    bank_number: bank.bank_number,
    branch_number: bank.bank_branch_number,
    account_number_sealed: platform.keys.encrypt(BANK_ACCOUNT, bank.bank_account_number),
    account_number_tail: bank.bank_account_number.slice(-TAIL_LENGTH),
    check_result: bankCheck(bank),
    created_by: userId,
    created_at: now,
  })
