import type { DocumentConsent } from '@kartis/contract/documents.ts'
import { type Named, personName } from '@kartis/domain/person-name.ts'
import type { Selectable } from 'kysely'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { DocumentConsentsTable } from './tables.ts'

export type ConsentRow = Selectable<DocumentConsentsTable> & Named

/** What an account answered last about electronic documents, whether it agreed or withdrew: at most one row. */
const lastConsent = (db: Db | Tx, accountId: string) =>
  db
    .selectFrom('document_consents as c')
    .leftJoin('users as u', 'u.id', 'c.user_id')
    .selectAll('c')
    .select(['u.first_name', 'u.last_name', 'u.phone'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)

export const readConsent = (db: Db | Tx, accountId: string): Promise<ConsentRow | undefined> =>
  lastConsent(db, accountId).executeTakeFirst()

/** The consent in force; undefined where the account has not agreed, or has withdrawn. */
export const agreedConsent = async (db: Db | Tx, accountId: string): Promise<ConsentRow | undefined> => {
  const consent = await readConsent(db, accountId)
  return consent?.agreed ? consent : undefined
}

/** Writes what a member of an account says about electronic documents. The same again writes nothing. */
export const saveConsent = (
  platform: Platform,
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  answer: { readonly agreed: boolean; readonly text: number; readonly lang: string },
  now: Date,
): Promise<ConsentRow> =>
  inTransaction(platform.db, async (tx) => {
    const before = await readConsent(tx, accountId)
    if (before?.agreed === answer.agreed && (!answer.agreed || before.text >= answer.text)) return before
    const row = { id: platform.newId(), account_id: accountId, user_id: userId, created_at: now, ...answer }
    await tx.insertInto('document_consents').values(row).execute()
    return lastConsent(tx, accountId).executeTakeFirstOrThrow()
  })

export const viewConsent = (row: ConsentRow): DocumentConsent => ({
  agreed: row.agreed,
  text: row.text,
  lang: row.lang,
  at: row.created_at.toISOString(),
  by: personName(row) ?? '',
})
