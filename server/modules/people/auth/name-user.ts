import { type PersonField, personReasons } from '@kartis/domain/person.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { tidy } from '@kartis/domain/text.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { lockUser, updateUser } from './auth-queries.ts'

export type PersonName = Readonly<Record<Extract<PersonField, 'first_name' | 'last_name'>, string>>

/**
 * Names a user who has no name yet; a name that was given before stays. Refuses (`validation`) what is no name.
 */
export const nameUser = async (tx: Tx, userId: string, name: PersonName, now: Date): Promise<Refusal | undefined> => {
  const fields = personReasons(name)
  if (hasReasons(fields)) return refuse('validation', { fields })
  const user = await lockUser(tx, userId)
  if (!user) return refuse('unauthorized')
  if (user.first_name !== null || user.last_name !== null) return undefined
  const names = { first_name: tidy(name.first_name), last_name: tidy(name.last_name) }
  await updateUser(tx, userId, { ...names, updated_at: now })
  return undefined
}
