import type { FeeContract } from '@kartis/domain/fees.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FeePayer } from '@kartis/domain/service-fee.ts'
import { dayIn, ISRAEL_ZONE } from '@kartis/domain/zone.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Db, inTransaction } from '../../../platform/database/db.ts'
import { accountById, contractsOver, insertContract } from './accounts-queries.ts'
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

/** New terms with the instant from which they are in force. */
export interface AgreedTerms extends ContractTerms {
  readonly validFrom: Date
}

/**
 * From when new terms can be in force: of two contracts the one that begins later counts, so terms that begin before those of
 * now would never be those in force. Named by today they begin now, after what was agreed today before. Undefined: on an earlier
 * day, where they would count only until the later ones began.
 */
const startAfter = (latest: Date | undefined, validFrom: Date, now: Date): Date | undefined => {
  if (latest === undefined || validFrom >= latest) return validFrom
  return dayIn(ISRAEL_ZONE, validFrom) === dayIn(ISRAEL_ZONE, now) ? now : undefined
}

/**
 * Agrees new terms with an account, in force from `validFrom` (default: now); what is not named stays as it is. The
 * contracts before are kept. `not_found`, `validation` for a rate or a fee that cannot be one, `conflict` for a day before
 * the beginning of the terms that are in force.
 */
export const setContract = (
  platform: Platform,
  accountId: string,
  change: Partial<ContractTerms>,
  validFrom: Date = platform.clock(),
): Promise<AgreedTerms | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    if (!(await accountById(tx, accountId))) return refuse('not_found')
    const now = platform.clock()
    const begun = (await contractsOver(tx, [accountId])).find(({ valid_from }) => valid_from <= now)
    const start = startAfter(begun?.valid_from, validFrom, now)
    if (!start) return refuse('conflict')
    const terms = {
      ...(await feeTermsAt(tx, accountId, start)),
      ...(await settlementTermsAt(tx, accountId, start)),
      feePayer: await feePayerAt(tx, accountId, start),
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
      valid_from: start,
    })
    return { ...terms, validFrom: start }
  })

/** When terms begin that are agreed already and not in force yet, the earliest first. */
export const plannedContracts = async (db: Db, accountId: string, after: Date): Promise<Date[]> =>
  (await contractsOver(db, [accountId]))
    .map(({ valid_from }) => valid_from)
    .filter((from) => from > after)
    .reverse()
