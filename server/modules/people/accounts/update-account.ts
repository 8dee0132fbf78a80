import type * as contract from '@kartis/contract/accounts.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { isAllowed, type Membership } from '@kartis/domain/permissions.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { tidyTexts } from '../../../platform/database/localized-text.ts'
import { asJson } from '../../../platform/http/listing.ts'
import { isUuid, type UserActor } from '../../../platform/http/authorization.ts'
import { logSecurity } from '../security-log/index.ts'
import { companyColumns, sentReasons } from './account-fields.ts'
import { viewOwnAccount } from './account-view.ts'
import { accountOf, updateAccountRow } from './accounts-queries.ts'
import { notifyManagers } from './notify-managers.ts'
import { saveBankDetails, TAIL_LENGTH } from './save-bank-details.ts'

type Change = BodyOf<typeof contract.updateAccount>

/** Every other field than this is a company detail. */
const BANK_FIELD = 'payment_methods' satisfies keyof Change

/** Company details need `account.edit`, bank details `account.bank`. */
const isPermitted = (membership: Membership, change: Change): boolean => {
  const fields = Object.keys(change)
  const changesCompany = fields.length === 0 || fields.some((field) => field !== BANK_FIELD)
  const changesBank = fields.includes(BANK_FIELD)
  return (
    (!changesCompany || isAllowed(membership, 'account.edit')) &&
    (!changesBank || isAllowed(membership, 'account.bank'))
  )
}

/** The refusal of a change by a member who may not make it; what is no account of the caller's is not found. */
export const refuseUnpermitted = async (
  { db }: Platform,
  user: UserActor,
  accountId: string,
  change: object,
): Promise<Refusal | undefined> => {
  const membership = isUuid(accountId) ? await accountOf(db, user.id, accountId) : undefined
  if (!membership) return refuse('not_found')
  return isPermitted(membership, change) ? undefined : refuse('forbidden')
}

/**
 * Changes company details and bank details. Refusals: `not_found` for a stranger, `forbidden` for a member without the
 * permission, `validation`.
 */
export const updateAccount = (
  platform: Platform,
  user: UserActor,
  accountId: string,
  change: Change,
  now: Date,
): Promise<contract.Account | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const before = await accountOf(tx, user.id, accountId)
    if (!before) return refuse('not_found')
    if (!isPermitted(before, change)) return refuse('forbidden')
    const fields = sentReasons(change)
    if (hasReasons(fields)) return refuse('validation', { fields })
    const [bank] = change.payment_methods ?? []
    if (bank) {
      const { id: userId, network } = user
      await saveBankDetails(platform, tx, bank, { accountId, userId, now })
      await logSecurity(platform, tx, { act: 'bank.changed', userId, network, accountId, now })
      const tail = bank.bank_account_number.slice(-TAIL_LENGTH)
      await notifyManagers(platform, tx, { accountId, userId, change: { kind: 'bank', tail }, now })
    }
    const texts = change.texts && { texts: asJson(tidyTexts(change.texts)) }
    const billing = change.billing_role && { billing_role: change.billing_role }
    await updateAccountRow(tx, accountId, { ...companyColumns(change), ...texts, ...billing, updated_at: now })
    return viewOwnAccount(platform, tx, { userId: user.id, accountId }, now)
  })
