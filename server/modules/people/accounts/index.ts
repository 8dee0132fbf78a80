import { coalesceKeys } from '../../../platform/concurrency/coalesce.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import { membershipKey, membershipsOf, onlyMembership } from './accounts-queries.ts'
import { accountRoutes } from './routes.ts'
import { teamRoutes } from './team-routes.ts'

export { accountById, accountsByIds } from './accounts-queries.ts'
export { createAccount } from './create-account.ts'
export {
  bankStatesOf,
  feeContractAt,
  feePayerAt,
  feeTermsAt,
  feeTermsOfAll,
  feeTermsOver,
  openBankAccount,
  organiserOf,
  payoutAccountNumber,
  payoutBankOf,
  settlementTermsAt,
} from './for-others.ts'
export { refuseUnlessMayLeave } from './leave-all.ts'
export { messagesToManagers, notifyManagers } from './notify-managers.ts'
export { forgetMember, managersOf } from './team-queries.ts'
export { allVatRates, vatRateAt } from './vat-rates.ts'
export { contractOf, type ContractTerms, plannedContracts, setContract } from './set-fee-contract.ts'
export type { AccountTexts } from './tables.ts'

/** Producer accounts, their bank details and contracts, and their teams. */
export const plugin: Plugin = async (app, platform) => {
  accountRoutes(app, platform)
  teamRoutes(app, platform)
  // Every call of a producer or of a gate asks for one: those that arrive together share a statement.
  const membershipBy = coalesceKeys((keys) => membershipsOf(platform.db, keys))
  return {
    membership: (userId, accountUuid) =>
      accountUuid === undefined
        ? onlyMembership(platform.db, userId)
        : membershipBy(membershipKey(userId, accountUuid)),
  }
}
