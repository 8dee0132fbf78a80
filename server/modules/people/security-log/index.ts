import { listSecurityLog } from '@kartis/contract/security-log.ts'
import { SECURITY_LOG } from '@kartis/domain/limits.ts'
import { type Named, personName } from '@kartis/domain/person-name.ts'
import { LRUCache } from 'lru-cache'
import { isUuid, type RecordedCall } from '../../../platform/http/authorization.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type Plugin, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { deleteOldEntries, listEntries, type LogRow, userNames } from './log-queries.ts'
import { logSecurity } from './log-security.ts'

export { hasSignedInFrom, logSecurity, logSecurityOfAll } from './log-security.ts'

/** A client that repeats a call that its role may not make fills the log with one row a minute, not with one a call. */
const DENIED_MS = 60_000
const DENIED_MAX = 10_000

const nameOf = (person: Named | undefined): string | null => (person ? personName(person) : null)

const viewEntry = (row: LogRow, targets: ReadonlyMap<string, Named>) => ({
  uuid: row.id,
  act: row.act,
  result: row.result,
  by: row.user_id === null ? null : { uuid: row.user_id, name: personName(row) },
  address: row.address_hash,
  target: row.target,
  target_name: nameOf(targets.get(row.target ?? '')),
  detail: row.detail,
  at: row.created_at.toISOString(),
})

const recorder = (platform: Platform) => {
  const denied = new LRUCache<string, true>({ max: DENIED_MAX, ttl: DENIED_MS })
  return async ({ act, user, accountId, endpoint }: RecordedCall): Promise<void> => {
    const key = `${user.id} ${accountId} ${endpoint}`
    if (act === 'access.denied' && denied.has(key)) return
    if (act === 'access.denied') denied.set(key, true)
    const entry = { act, userId: user.id, network: user.network, accountId, target: endpoint, now: platform.clock() }
    await logSecurity(platform, platform.db, entry)
  }
}

/** The security log: what other modules write with `logSecurity`, and what routes see themselves. Its owners read it. */
export const plugin: Plugin = async (app, platform) => {
  platform.jobs.cron('security_log.forget_old', '41 3 * * *', () => {
    const before = platform.clock()
    before.setUTCMonth(before.getUTCMonth() - SECURITY_LOG.months)
    return deleteOldEntries(platform.db, before)
  })

  route(app, listSecurityLog, async ({ actor, query }) => {
    const { kind, result, user_uuid: userId } = query.filter ?? {}
    const { rows, total } = await listEntries(platform.db, actor.account.id, { ...query, kind, result, userId })
    const targets = await userNames(platform.db, rows.map(({ target }) => target ?? '').filter(isUuid))
    return viewPage(
      rows.map((row) => viewEntry(row, targets)),
      total,
      query,
    )
  })

  return { record: recorder(platform) }
}
