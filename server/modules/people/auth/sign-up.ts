import type { User } from '@kartis/contract/auth.ts'
import { type PersonField, personReasons } from '@kartis/domain/person.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { tidy } from '@kartis/domain/text.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { accountBriefs, lockUser, updateUser } from './auth-queries.ts'
import { ID_NUMBER, viewUser } from './user-view.ts'

interface Details {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly id_number: string
  readonly gender: 'male' | 'female'
}

/**
 * Completes the sign-up of a signed-in phone. `A21` when it is complete already. Several phones may have the same ID
 * number: people change phones, and a refusal would reveal who is registered.
 */
export const signUp = async (
  platform: Platform,
  userId: string,
  details: Details,
  now: Date,
): Promise<User | Refusal> => {
  const fields = personReasons(details satisfies Record<PersonField, string>)
  if (hasReasons(fields)) return refuse('validation', { fields })
  return inTransaction(platform.db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return refuse('unauthorized')
    if (user.signup_completed_at !== null) return refuse('A21')
    const change = {
      first_name: tidy(details.first_name),
      last_name: tidy(details.last_name),
      email: details.email,
      id_number_sealed: platform.keys.encrypt(ID_NUMBER, details.id_number),
      gender: details.gender,
      signup_completed_at: now,
      updated_at: now,
    }
    await updateUser(tx, userId, change)
    return viewUser({ ...user, ...change }, await accountBriefs(tx, userId), platform.keys)
  })
}
