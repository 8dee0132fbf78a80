import type { Platform } from '../../../platform/platform.ts'
import { accountBriefs, userById } from './auth-queries.ts'
import { viewUser } from './user-view.ts'

/** The profile of a user as `GET /account/users/me` shows it; undefined for an unknown id. */
export const profileOf = async (platform: Platform, userId: string) => {
  const row = await userById(platform.db, userId)
  return row && viewUser(row, await accountBriefs(platform.db, userId), platform.keys)
}
