import type { Db, Tx } from '../../../../platform/database/db.ts'
import { sql } from 'kysely'
import { asJson } from '../../../../platform/http/listing.ts'
import type { NewDraft } from './map-tasks.ts'

/** The columns that a saved document fills. */
export const draftColumns = ({ text, seats, areas, outline }: NewDraft) => ({
  draft: text,
  draft_seats: seats,
  draft_areas: areas,
  outline: asJson(outline),
})

const draftText = sql<string>`m.draft::text`

const drafts = (db: Db | Tx, accountId: string, id: string) =>
  db
    .selectFrom('venues_maps as m')
    .where('m.account_id', '=', accountId)
    .where('m.id', '=', id)
    .where('m.archived_at', 'is', null)

/** The draft of a map as it is stored, with what its summary says. */
export const readDraft = (db: Db | Tx, accountId: string, id: string) =>
  drafts(db, accountId, id)
    .select(['m.name', 'm.draft_version as version', 'm.edition', 'm.published_draft', draftText.as('text')])
    .executeTakeFirst()

const stateOf = (db: Db | Tx, accountId: string, id: string) =>
  drafts(db, accountId, id).select(['m.draft_version as version', 'm.edition', 'm.published_draft'])

/** The state of a map without its document. */
export const draftState = (db: Db | Tx, accountId: string, id: string) => stateOf(db, accountId, id).executeTakeFirst()

/** Locks the map until the transaction ends: its state without the document. */
export const lockDraft = (tx: Tx, accountId: string, id: string) =>
  stateOf(tx, accountId, id).forUpdate().executeTakeFirst()

/** Who saved the draft last, and when. */
export const lastSave = (db: Db | Tx, accountId: string, id: string) =>
  drafts(db, accountId, id)
    .leftJoin('users as u', 'u.id', 'm.draft_saved_by')
    .select(['m.draft_version as version', 'm.draft_saved_by as user_id', 'm.draft_saved_at', 'm.created_at'])
    .select(['u.first_name', 'u.last_name', 'u.phone'])
    .executeTakeFirst()

/** Saves a document over `version`, or over whatever version there is. The new version; undefined when there is no such one. */
export const writeDraft = async (
  db: Db | Tx,
  target: { readonly accountId: string; readonly id: string; readonly version: number | undefined },
  draft: NewDraft,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<number | undefined> => {
  const row = await db
    .updateTable('venues_maps')
    .set({ ...draftColumns(draft), draft_version: sql<number>`draft_version + 1` })
    .set({ draft_saved_by: userId, draft_saved_at: now, updated_at: now })
    .where('account_id', '=', target.accountId)
    .where('id', '=', target.id)
    .where('archived_at', 'is', null)
    .$if(target.version !== undefined, (q) => q.where('draft_version', '=', target.version ?? 0))
    .returning('draft_version')
    .executeTakeFirst()
  return row?.draft_version
}
