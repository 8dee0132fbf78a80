import type { FeeContract } from '@kartis/domain/fees.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FeePayer } from '@kartis/domain/service-fee.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { accountById, insertContract } from './accounts-queries.ts'
import { feePayerAt, feeTermsAt, type SettlementTerms, settlementTermsAt } from './for-others.ts'

const isRate = (bp: number): boolean => Number.isInteger(bp) && bp >= 0 && bp <= 10_000

/** The contract of an account as it stands now. `not_found` for no such account. */
export const contractOf = async (platform: Platform, accountId: string): Promise<ContractTerms | Refusal> => {
  if (!(await accountById(platform.db, accountId))) return refuse('not_found')
  const now = platform.clock()
  return {
    ...(await feeTermsAt(platform.db, accountId, now)),
    ...(await settlementTermsAt(platform.db, accountId, now)),
    feePayer: await feePayerAt(platform.db, accountId, now),
  }
}

/** Fees, who bears them, and settlement: what a contract says. */
export type ContractTerms = FeeContract & SettlementTerms & { readonly feePayer: FeePayer }

const areTerms = (terms: ContractTerms): boolean =>
  [terms.regularBp, terms.specialBp, terms.touristBp, terms.reserveBp].every(isRate) &&
  [terms.ticketFee, terms.reserveDays].every((value) => Number.isInteger(value) && value >= 0)

/**
 * Agrees new terms with an account, in force from `validFrom` (default: now); what is not named stays as it is. The
 * contracts before are kept. `not_found`, `validation` for a rate or a fee that cannot be one.
 */
export const setContract = (
  platform: Platform,
  accountId: string,
  change: Partial<ContractTerms>,
  validFrom: Date = platform.clock(),
): Promise<ContractTerms | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    if (!(await accountById(tx, accountId))) return refuse('not_found')
    const terms = {
      ...(await feeTermsAt(tx, accountId, validFrom)),
      ...(await settlementTermsAt(tx, accountId, validFrom)),
      feePayer: await feePayerAt(tx, accountId, validFrom),
      ...change,
    }
    if (!areTerms(terms)) return refuse('validation', { fields: { contract: ['invalid'] } })
    await insertContract(tx, {
      id: platform.newId(),
      account_id: accountId,
      handle_fee_cc_bp: terms.regularBp,
      handle_fee_cc_special_bp: terms.specialBp,
      handle_fee_cc_tourist_bp: terms.touristBp,
      handle_fee_ticket_agorot: terms.ticketFee,
      ticket_fee_includes_vat: terms.ticketFeeIncludesVat,
      settlement_mode: terms.mode,
      reserve_bp: terms.reserveBp,
      reserve_days: terms.reserveDays,
      fee_payer: terms.feePayer,
      valid_from: validFrom,
    })
    return terms
  })
