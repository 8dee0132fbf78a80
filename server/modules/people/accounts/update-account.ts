import type { Account, updateAccount } from '@kartis/contract/accounts.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { isAllowed, type Membership } from '@kartis/domain/permissions.ts'
import { type FieldReasons, hasReasons } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { verifyCode } from '../auth/index.ts'
import { companyColumns, sentReasons } from './account-fields.ts'
import { viewAccounts } from './account-view.ts'
import { accountOf, updateAccountRow } from './accounts-queries.ts'
import { saveBankDetails } from './save-bank-details.ts'

type Change = BodyOf<typeof updateAccount>

/** New bank details need a fresh code of the caller's own phone, so that an open browser is not enough. */
const codeReasons = ({ payment_methods = [], method_id, code }: Change): FieldReasons => ({
  ...(payment_methods.length > 0 && !method_id && { method_id: ['required' as const] }),
  ...(payment_methods.length > 0 && !code && { code: ['required' as const] }),
})

/** Every other field than these is a company detail. */
const BANK_FIELDS = new Set<string>(['payment_methods', 'method_id', 'code'] satisfies (keyof Change)[])

/** Company details need `account.edit`, bank details `account.bank`. */
const isPermitted = (membership: Membership, change: Change): boolean => {
  const fields = Object.keys(change)
  const changesCompany = fields.length === 0 || fields.some((field) => !BANK_FIELDS.has(field))
  const changesBank = fields.some((field) => BANK_FIELDS.has(field))
  return (
    (!changesCompany || isAllowed(membership, 'account.edit')) &&
    (!changesBank || isAllowed(membership, 'account.bank'))
  )
}

/**
 * Changes company details, and bank details with a code. Refusals: `not_found` for a stranger, `forbidden` for a member
 * without the permission, `validation`, and those of the code.
 */
export const changeAccount = (
  platform: Platform,
  user: UserActor,
  accountId: string,
  change: Change,
  now: Date,
): Promise<Account | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const before = await accountOf(tx, user.id, accountId)
    if (!before) return refuse('not_found')
    if (!isPermitted(before, change)) return refuse('forbidden')
    const fields = { ...sentReasons(change), ...codeReasons(change) }
    if (hasReasons(fields)) return refuse('validation', { fields })
    const [bank] = change.payment_methods ?? []
    if (bank) {
      const { method_id: methodId = '', code = '' } = change
      const verified = await verifyCode(tx, platform.keys, { methodId, code, phone: user.phone, now })
      if (isRefusal(verified)) return verified
      await saveBankDetails(platform, tx, bank, { accountId, userId: user.id, now })
    }
    await updateAccountRow(tx, accountId, { ...companyColumns(change), updated_at: now })
    const row = await accountOf(tx, user.id, accountId)
    const [account] = row ? await viewAccounts(platform, tx, [row]) : []
    return account ?? refuse('not_found')
  })
