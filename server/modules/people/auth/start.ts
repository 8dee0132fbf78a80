import type { init } from '@kartis/contract/auth.ts'
import type { ReplyOf } from '@kartis/contract/endpoint.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { UserActor } from '../../../platform/http/authorization.ts'
import { VERSION } from '../../../platform/config/version.ts'
import { accountBriefs, countInvites, userById } from './auth-queries.ts'
import { viewUser, viewWorkspace } from './user-view.ts'

type Start = ReplyOf<typeof init>['data']

/** What an app needs at its start. The account is the one that the caller chose, or the only one that the user has. */
export const startOf = async (
  platform: Platform,
  actor: UserActor | undefined,
  chosen: string | undefined,
  now: Date,
): Promise<Start> => {
  const { db, keys, settings } = platform
  const row = actor && (await userById(db, actor.id))
  const briefs = row ? await accountBriefs(db, row.id) : []
  const account = briefs.find(({ id }) => id === chosen?.toLowerCase()) ?? (briefs.length === 1 ? briefs[0] : undefined)
  return {
    user: row ? viewUser(row, briefs, keys) : null,
    account: account ? viewWorkspace(account) : null,
    status: {
      signed_in: row !== undefined,
      signup_complete: row !== undefined && row.signup_completed_at !== null,
      has_account: briefs.length > 0,
      pending_invites: row ? await countInvites(db, row.phone) : 0,
      version: VERSION,
      now: now.toISOString(),
      payments: settings.payments.mode,
      messages: settings.messages.where,
      fault_reports: settings.sentryDsn ?? null,
    },
  }
}
