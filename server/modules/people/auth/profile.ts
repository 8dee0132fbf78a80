import type { Platform } from '../../../platform/platform.ts'
import { accountBriefs, userById } from './auth-queries.ts'
import { viewUser } from './user-view.ts'

/** The own profile as its person sees it. */
export const profileOf = async (platform: Platform, userId: string) => {
  const row = await userById(platform.db, userId)
  return row && viewUser(row, await accountBriefs(platform.db, userId), platform.keys)
}
