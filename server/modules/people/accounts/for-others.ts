import type { feeContract } from '@kartis/contract/accounts.ts'
import type { FeeContract } from '@kartis/domain/fees.ts'
import type { FeePayer } from '@kartis/domain/service-fee.ts'
import type { SettlementMode } from '@kartis/domain/settlement.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { z } from 'zod'
import type { Platform } from '../../../platform/platform.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { textIn } from '../../../platform/database/localized-text.ts'
import { BANK_ACCOUNT, viewContract } from './account-view.ts'
import {
  accountById,
  bankStates,
  type BankRow,
  banksOf,
  type ContractRow,
  contractsAt,
  contractsOver,
} from './accounts-queries.ts'
import { vatRateAt } from './vat-rates.ts'

const contractRow = async (db: Db | Tx, accountId: string, instant: Date): Promise<ContractRow> => {
  const [row] = await contractsAt(db, [accountId], instant)
  if (!row) throw new Error(`account ${accountId} has no fee contract`)
  return row
}

/** The fee contract in force at an instant, as replies show it. */
export const feeContractAt = async (
  db: Db | Tx,
  accountId: string,
  instant: Date,
): Promise<z.infer<typeof feeContract>> =>
  viewContract(await contractRow(db, accountId, instant), await vatRateAt(db, instant))

const termsOf = (row: ContractRow): FeeContract => ({
  regularBp: row.handle_fee_cc_bp,
  specialBp: row.handle_fee_cc_special_bp,
  touristBp: row.handle_fee_cc_tourist_bp,
  ticketFee: row.handle_fee_ticket_agorot,
  ticketFeeIncludesVat: row.ticket_fee_includes_vat,
})

/**
 * The first contract of an account, from rows sorted by `valid_from` and id, both descending. Of several contracts with
 * the same `valid_from` the newest one counts, as in `contractsAt`.
 */
const earliest = (rows: readonly ContractRow[]): ContractRow | undefined =>
  rows.find(({ valid_from }) => valid_from.getTime() === rows.at(-1)?.valid_from.getTime())

/** The fee contract in force at an instant, in basis points and agorot, for calculating. */
export const feeTermsAt = async (db: Db | Tx, accountId: string, instant: Date): Promise<FeeContract> =>
  termsOf(await contractRow(db, accountId, instant))

/** How an account is settled, by its contract. */
export interface SettlementTerms {
  /** Null: as the installation. */
  readonly mode: SettlementMode | null
  readonly reserveBp: number
  readonly reserveDays: number
}

/** How an account is settled at an instant. */
export const settlementTermsAt = async (db: Db | Tx, accountId: string, instant: Date): Promise<SettlementTerms> => {
  const row = await contractRow(db, accountId, instant)
  return { mode: row.settlement_mode, reserveBp: row.reserve_bp, reserveDays: row.reserve_days }
}

/** Who bears the service fee of events that are made at an instant. */
export const feePayerAt = async (db: Db | Tx, accountId: string, instant: Date): Promise<FeePayer> =>
  (await contractRow(db, accountId, instant)).fee_payer

/** Reads all fee contracts of accounts once and returns `feeTermsAt` as a function of the account and the instant. */
export const feeTermsOfAll = async (
  db: Db | Tx,
  accountIds: readonly string[],
): Promise<(accountId: string, instant: Date) => FeeContract> => {
  const contracts = Map.groupBy(await contractsOver(db, accountIds), (row) => row.account_id)
  return (accountId, instant) => {
    const rows = contracts.get(accountId) ?? []
    const row = rows.find(({ valid_from }) => valid_from <= instant) ?? earliest(rows)
    if (!row) throw new Error(`account ${accountId} has no fee contract`)
    return termsOf(row)
  }
}

/** The same of one account. */
export const feeTermsOver = async (db: Db | Tx, accountId: string): Promise<(instant: Date) => FeeContract> => {
  const termsAt = await feeTermsOfAll(db, [accountId])
  return (instant) => termsAt(accountId, instant)
}

/** The seller of the tickets, in the reader's language; the law requires its name and contact on the sale page. */
export const organiserOf = async (db: Db | Tx, accountId: string, lang: Lang) => {
  const row = await accountById(db, accountId)
  return (
    row && {
      name: textIn(row.texts, lang, 'name') ?? row.name,
      vat_name: textIn(row.texts, lang, 'vat_name') ?? row.vat_name,
      vat_number: row.vat_number,
      phone: row.contact_phone,
      email: row.contact_email,
    }
  )
}

/** The bank details of an account without the account number; undefined when there are none. */
export const payoutBankOf = async (
  db: Db | Tx,
  accountId: string,
): Promise<
  | Pick<BankRow, 'id' | 'created_at' | 'bank_number' | 'branch_number' | 'account_number_tail' | 'holder_name'>
  | undefined
> => {
  const [bank] = await banksOf(db, [accountId])
  return bank
}

/** The bank details in force of accounts, by account, and when they were changed: null where they are the first. */
export const bankStatesOf = async (
  db: Db | Tx,
  accountIds: readonly string[],
): Promise<Map<string, { readonly id: string; readonly changedAt: Date | null }>> =>
  new Map((await bankStates(db, accountIds)).map((row) => [row.account_id, { id: row.id, changedAt: row.changed_at }]))

/** An account number as `account_bank_details` holds it, opened; only for an operator's bank file. */
export const openBankAccount = ({ keys }: Pick<Platform, 'keys'>, sealed: string): string =>
  keys.decrypt(BANK_ACCOUNT, sealed)

/** The full account number; only for an operator's bank file. */
export const payoutAccountNumber = async (platform: Platform, accountId: string): Promise<string | undefined> => {
  const [bank] = await banksOf(platform.db, [accountId])
  return bank && openBankAccount(platform, bank.account_number_sealed)
}
