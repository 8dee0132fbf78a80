import type { FeeContract } from '@kartis/domain/fees.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { accountById, insertContract } from './accounts-queries.ts'
import { feeTermsAt } from './for-others.ts'

const isRate = (bp: number): boolean => Number.isInteger(bp) && bp >= 0 && bp <= 10_000

/** The contract of an account as it stands now. `not_found` for no such account. */
export const contractOf = async (platform: Platform, accountId: string): Promise<FeeContract | Refusal> =>
  (await accountById(platform.db, accountId))
    ? feeTermsAt(platform.db, accountId, platform.clock())
    : refuse('not_found')

/**
 * Agrees new terms with an account, in force from `validFrom` (default: now); what is not named stays as it is. The
 * contracts before are kept. `not_found`, `validation` for a rate or a fee that cannot be one.
 */
export const setContract = (
  platform: Platform,
  accountId: string,
  change: Partial<FeeContract>,
  validFrom: Date = platform.clock(),
): Promise<FeeContract | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    if (!(await accountById(tx, accountId))) return refuse('not_found')
    const terms = { ...(await feeTermsAt(tx, accountId, validFrom)), ...change }
    const rates = [terms.regularBp, terms.specialBp, terms.touristBp]
    if (!rates.every(isRate) || !Number.isInteger(terms.ticketFee) || terms.ticketFee < 0)
      return refuse('validation', { fields: { contract: ['invalid'] } })
    await insertContract(tx, {
      id: platform.newId(),
      account_id: accountId,
      handle_fee_cc_bp: terms.regularBp,
      handle_fee_cc_special_bp: terms.specialBp,
      handle_fee_cc_tourist_bp: terms.touristBp,
      handle_fee_ticket_agorot: terms.ticketFee,
      ticket_fee_includes_vat: terms.ticketFeeIncludesVat,
      valid_from: validFrom,
    })
    return terms
  })
