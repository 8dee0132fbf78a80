import { personName } from '@kartis/domain/person-name.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Db, Tx } from '../../../../platform/database/db.ts'
import { lastSave, writeDraft } from './drafts-queries.ts'
import type { NewDraft } from './map-tasks.ts'

export interface DraftTarget {
  readonly accountId: string
  readonly id: string
  /** The version that the change is based on; undefined: whatever there is. */
  readonly version: number | undefined
}

export interface Saver {
  readonly userId: string
  readonly now: Date
}

/** Why the draft is not at the version: who saved it since, or that there is no such map. */
export const conflictOf = async (db: Db | Tx, { accountId, id }: DraftTarget): Promise<Refusal> => {
  const row = await lastSave(db, accountId, id)
  if (!row) return refuse('not_found')
  return refuse('version_conflict', {
    detail: {
      version: row.version,
      by: row.user_id === null ? null : { uuid: row.user_id, name: personName(row) },
      at: (row.draft_saved_at ?? row.created_at).toISOString(),
    },
  })
}

/** Saves a draft; its new version. Refusals: `not_found`, `version_conflict`. */
export const saveDraft = async (
  db: Db,
  target: DraftTarget,
  draft: NewDraft | Refusal,
  by: Saver,
): Promise<number | Refusal> => {
  if (isRefusal(draft)) return draft
  return (await writeDraft(db, target, draft, by)) ?? conflictOf(db, target)
}
