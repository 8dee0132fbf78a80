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

/** Keyed hash of a network, as entries have it. */
const networkOfEntry = (keys: Pick<Platform['keys'], 'hmac'>, network: string): string =>
  keys.hmac('security_address', network).slice(0, HASH_LENGTH)

/** Whether the user of a phone has signed in from this network since. */
export const hasSignedInFrom = async (
  { db, keys }: Pick<Platform, 'db' | 'keys'>,
  { phone, network }: { readonly phone: string; readonly network: string },
  since: Date,
): Promise<boolean> =>
  (await db
    .selectFrom('security_log as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select('l.id')
    .where('u.phone', '=', phone)
    .where('l.account_id', 'is', null)
    .where('l.act', '=', 'sign_in.signed_in')
    .where('l.address_hash', '=', networkOfEntry(keys, network))
    .where('l.created_at', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Writes entries, as one statement; in the transaction of what they record, so that neither exists without the other. */
export const logSecurityOfAll = async (
  { keys, newId }: Pick<Platform, 'keys' | 'newId'>,
  db: Db | Tx,
  entries: readonly SecurityEntry[],
): Promise<void> => {
  if (entries.length === 0) return
  await db
    .insertInto('security_log')
    .values(
      entries.map((entry) => ({
        id: newId(),
        account_id: entry.accountId ?? null,
        user_id: entry.userId,
        address_hash: entry.network === null ? null : networkOfEntry(keys, entry.network),
        act: entry.act,
        result: isRefusedAct(entry.act) ? 'refused' : 'done',
        target: entry.target ?? null,
        detail: asJson(entry.detail ?? {}),
        created_at: entry.now,
      })),
    )
    .execute()
}

/** Writes an entry; in the transaction of what it records. */
export const logSecurity = (
  platform: Pick<Platform, 'keys' | 'newId'>,
  db: Db | Tx,
  entry: SecurityEntry,
): Promise<void> => logSecurityOfAll(platform, db, [entry])
