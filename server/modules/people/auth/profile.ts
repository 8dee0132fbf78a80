import type { Kernel } from '../../../platform/platform.ts'
import { accountBriefs, userById } from './auth-queries.ts'
import { viewUser } from './user-view.ts'

/** The own profile as its person sees it. */
export const profileOf = async (kernel: Kernel, userId: string) => {
  const row = await userById(kernel.db, userId)
  return row && viewUser(row, await accountBriefs(kernel.db, userId), kernel.keys)
}
