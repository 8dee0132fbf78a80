import type { updateMe, User } from '@kartis/contract/auth.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { personReasons } from '@kartis/domain/person.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { tidy } from '@kartis/domain/text.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { accountBriefs, lockUser, updateUser } from './auth-queries.ts'
import { ID_NUMBER, viewUser } from './user-view.ts'

type Change = BodyOf<typeof updateMe>

const columns = (platform: Platform, change: Change) => ({
  ...(change.first_name !== undefined && { first_name: tidy(change.first_name) }),
  ...(change.last_name !== undefined && { last_name: tidy(change.last_name) }),
  ...(change.email !== undefined && { email: change.email }),
  ...(change.id_number !== undefined && { id_number_sealed: platform.keys.encrypt(ID_NUMBER, change.id_number) }),
  ...(change.gender !== undefined && { gender: change.gender }),
  ...(change.date_birth !== undefined && { date_birth: change.date_birth }),
  ...(change.settings !== undefined && { language: change.settings.language }),
})

const isBirthday = (day: string, now: Date): boolean => day >= '1900-01-01' && day < now.toISOString().slice(0, 10)

/** Updates the profile of the user; the fields that are present are validated as at the sign-up. */
export const changeMe = async (
  platform: Platform,
  userId: string,
  change: Change,
  now: Date,
): Promise<User | Refusal> => {
  const { first_name, last_name, email, id_number } = change
  const present = Object.entries({ first_name, last_name, email, id_number }).filter(([, value]) => value !== undefined)
  const fields = personReasons(Object.fromEntries(present))
  if (hasReasons(fields)) return refuse('validation', { fields })
  if (change.date_birth && !isBirthday(change.date_birth, now)) return refuseField('date_birth', 'invalid_date')
  return inTransaction(platform.db, async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user) return refuse('unauthorized')
    const set = { ...columns(platform, change), updated_at: now }
    await updateUser(tx, userId, set)
    return viewUser({ ...user, ...set }, await accountBriefs(tx, userId), platform.keys)
  })
}
