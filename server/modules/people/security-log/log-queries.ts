import type { Named } from '@kartis/domain/person-name.ts'
import type { SecurityAct, SecurityKind } from '@kartis/domain/security-log.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { SecurityLogTable } from './tables.ts'

export interface LogFilter extends PageOf {
  readonly kind?: SecurityKind | undefined
  readonly result?: 'done' | 'refused' | undefined
  readonly userId?: string | undefined
}

export type LogRow = Pick<
  Selectable<SecurityLogTable>,
  'id' | 'user_id' | 'address_hash' | 'result' | 'target' | 'detail' | 'created_at'
> &
  Named & { readonly act: SecurityAct }

/** Acts of an account, and those of its members outside any account since they joined: sign-ins, sessions, passkeys. */
const entries = (db: Db, accountId: string, { kind, result, userId }: LogFilter) =>
  db
    .selectFrom('security_log as l')
    .where((eb) =>
      eb.or([
        eb('l.account_id', '=', accountId),
        eb.and([
          eb('l.account_id', 'is', null),
          eb.exists(
            eb
              .selectFrom('account_members as m')
              .select('m.id')
              .where('m.account_id', '=', accountId)
              .whereRef('m.user_id', '=', 'l.user_id')
              .whereRef('m.created_at', '<=', 'l.created_at'),
          ),
        ]),
      ]),
    )
    .$if(kind !== undefined, (query) => query.where(sql<string>`split_part(l.act, '.', 1)`, '=', kind ?? ''))
    .$if(result !== undefined, (query) => query.where('l.result', '=', result ?? 'done'))
    .$if(userId !== undefined, (query) => query.where('l.user_id', '=', userId ?? null))

export const listEntries = async (
  db: Db,
  accountId: string,
  filter: LogFilter,
): Promise<{ rows: LogRow[]; total: number }> => {
  const rows = await entries(db, accountId, filter)
    .leftJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.user_id', 'l.address_hash', 'l.act', 'l.result', 'l.target', 'l.detail', 'l.created_at'])
    .select(['u.first_name', 'u.last_name', 'u.phone'])
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(filter.per_page)
    .offset(offsetOf(filter))
    .execute()
  const { n } = await entries(db, accountId, filter).select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

/** Names of those of the ids that are users. */
export const userNames = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Named>> => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'phone'])
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Deletes what is older than it is kept for. */
export const deleteOldEntries = async (db: Db, before: Date): Promise<void> => {
  await db.deleteFrom('security_log').where('created_at', '<', before).execute()
}
