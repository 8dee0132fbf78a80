import { personName } from '@kartis/domain/person-name.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { RETRY_AFTER } from '../../../../platform/concurrency/retry-after.ts'
import { type Db, inTransaction, type Tx } from '../../../../platform/database/db.ts'
import { draftState, lastSave, lockDraft, writeDraft } from './drafts-queries.ts'
import { editionText } from './editions-queries.ts'
import type { NewDraft } from './map-tasks.ts'
import type { MapTurn } from './map-work.ts'
import type { PartRows } from './part-states.ts'
import { saveParts, unpublishedParts } from './parts-queries.ts'

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

/** Other processes may save and publish between reading a draft and writing it; in one process changes of a map take turns. */
const ATTEMPTS = 16

export interface State {
  readonly version: number
  readonly edition: number | null
}

/** What is written: the document, and the rows of sections and elements that follow from it. */
interface Made {
  readonly by: Saver
  readonly draft: NewDraft
  readonly rows: PartRows | undefined
}

/** Why a change was not made, though it was computed again and again. */
export const crowdedOut = (db: Db, target: DraftTarget): Promise<Refusal> =>
  target.version === undefined
    ? Promise.resolve(refuse('overloaded', { detail: { retry_after: RETRY_AFTER } }))
    : conflictOf(db, target)

/**
 * Writes a draft that `make` computes from the state of the map, unless the map has another state by then: then it is
 * computed anew, so that two writers of parts lose nothing of each other. Undefined: nothing is to be written.
 */
export const commitDraft = async (
  db: Db,
  target: DraftTarget,
  make: (state: State) => Promise<Made | undefined | Refusal>,
): Promise<number | Refusal> => {
  const { accountId, id } = target
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const state = await draftState(db, accountId, id)
    if (!state) return refuse('not_found')
    if (target.version !== undefined && target.version !== state.version) return conflictOf(db, target)
    const made = await make(state)
    if (isRefusal(made)) return made
    if (!made) return state.version
    const version = await inTransaction(db, async (tx) => {
      const locked = await lockDraft(tx, accountId, id)
      if (locked?.version !== state.version || locked.edition !== state.edition) return undefined
      if (made.rows) await saveParts(tx, id, accountId, made.rows)
      return writeDraft(tx, { accountId, id, version: state.version }, made.draft, made.by)
    })
    if (version !== undefined) return version
  }
  return crowdedOut(db, target)
}

export const newestEdition = async (
  db: Db,
  { accountId, id }: DraftTarget,
  { edition }: State,
): Promise<string | undefined> => (edition === null ? undefined : (await editionText(db, accountId, id, edition))?.text)

/** Saves a draft; its new version. Refusals: `not_found`, `version_conflict`, `overloaded`. */
export const saveDraft = async (
  db: Db,
  { tasks, inTurn }: MapTurn,
  target: DraftTarget,
  draft: NewDraft | Refusal,
  by: Saver,
): Promise<number | Refusal> => {
  if (isRefusal(draft)) return draft
  const make = async (state: State) => {
    const unpublished = await unpublishedParts(db, target.id)
    // As a rule nothing was written part by part, and the rows are those of the edition.
    if (unpublished.sections.length === 0 && unpublished.elements.length === 0) return { by, draft, rows: undefined }
    const edition = await newestEdition(db, target, state)
    const input = { mapId: target.id, text: draft.text, edition, unpublished }
    const rows = await tasks.run('followed', input)
    return isRefusal(rows) ? rows : { by, draft, rows }
  }
  return inTurn(target.id, () => commitDraft(db, target, make))
}
