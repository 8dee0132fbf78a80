import type * as contract from '@kartis/contract/accounts.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { NEW_ACCOUNTS } from '@kartis/domain/limits.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { tidyTexts } from '../../../platform/database/localized-text.ts'
import { asJson } from '../../../platform/http/listing.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { userById } from '../auth/index.ts'
import { companyColumns, sentReasons } from './account-fields.ts'
import { viewOwnAccount } from './account-view.ts'
import { insertAccount, insertContract, insertMember } from './accounts-queries.ts'
import { saveBankDetails } from './save-bank-details.ts'

type Payload = BodyOf<typeof contract.createAccount>

/** The fees of an account until another contract is agreed: 5% of regular cards, 5% Diners and Amex, 7.5% tourist, ₪1.50 a ticket. */
export const DEFAULT_CONTRACT = {
  handle_fee_cc_bp: 500,
  handle_fee_cc_special_bp: 500,
  handle_fee_cc_tourist_bp: 750,
  handle_fee_ticket_agorot: 150,
} as const

/**
 * Creates an account with its bank details and the usual contract; its creator becomes its owner. `signup_incomplete`,
 * `validation`, `too_many_requests`.
 */
export const createAccount = async (
  platform: Platform,
  userId: string,
  payload: Payload,
  now: Date,
): Promise<contract.Account | Refusal> => {
  const fields = sentReasons(payload)
  const user = await userById(platform.db, userId)
  if (!user?.signup_completed_at) return refuse('signup_incomplete')
  if (hasReasons(fields)) return refuse('validation', { fields })
  const tooMany = await limit(platform, `accounts:user:${userId}`, NEW_ACCOUNTS)
  if (tooMany) return tooMany
  const accountId = platform.newId()
  return inTransaction(platform.db, async (tx) => {
    await insertAccount(tx, {
      id: accountId,
      ...companyColumns(payload),
      texts: asJson(tidyTexts(payload.texts ?? {})),
      vat_type: payload.vat_type,
      billing_role: payload.billing_role,
      terms_version: payload.terms_version ?? null,
      terms_accepted_at: payload.terms_version === undefined ? null : now,
      created_by: userId,
      created_at: now,
    })
    const member = { id: platform.newId(), account_id: accountId, user_id: userId, created_at: now }
    await insertMember(tx, { ...member, role: 'owner' }, null)
    for (const bank of payload.payment_methods) await saveBankDetails(platform, tx, bank, { accountId, userId, now })
    await insertContract(tx, { id: platform.newId(), account_id: accountId, ...DEFAULT_CONTRACT, valid_from: now })
    return viewOwnAccount(platform, tx, { userId, accountId }, now)
  })
}
