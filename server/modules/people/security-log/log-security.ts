import { isRefusedAct, type SecurityAct } from '@kartis/domain/security-log.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { asJson } from '../../../platform/http/listing.ts'
import type { Platform } from '../../../platform/platform.ts'

export interface SecurityEntry {
  readonly act: SecurityAct
  /** Who did it. */
  readonly userId: string | null
  /** As `networkOf` names it. */
  readonly network: string | null
  readonly accountId?: string | null | undefined
  readonly target?: string | null | undefined
  readonly detail?: Readonly<Record<string, string | number | null>>
  readonly now: Date
}

const HASH_LENGTH = 12

/** Writes an entry; in the transaction of what it records, so that neither exists without the other. */
export const logSecurity = async (
  { keys, newId }: Pick<Platform, 'keys' | 'newId'>,
  db: Db | Tx,
  entry: SecurityEntry,
): Promise<void> => {
  await db
    .insertInto('security_log')
    .values({
      id: newId(),
      account_id: entry.accountId ?? null,
      user_id: entry.userId,
      address_hash: entry.network === null ? null : keys.hmac('security_address', entry.network).slice(0, HASH_LENGTH),
      act: entry.act,
      result: isRefusedAct(entry.act) ? 'refused' : 'done',
      target: entry.target ?? null,
      detail: asJson(entry.detail ?? {}),
      created_at: entry.now,
    })
    .execute()
}
