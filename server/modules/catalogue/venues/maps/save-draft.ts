import { personName } from '@kartis/domain/person-name.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../../../platform/database/db.ts'
import { draftState, lastSave, lockDraft, readDraft, writeDraft } from './drafts-queries.ts'
import { editionText } from './editions-queries.ts'
import type { NewDraft } from './map-tasks.ts'
import type { MapWorker } from './map-worker.ts'
import type { PartRows } from './part-states.ts'
import type { PartWrite } from './part-writes.ts'
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

/** Other saves and publications may come between reading a draft and writing it: one of those who meet is first each time. */
const ATTEMPTS = 16

interface State {
  readonly version: number
  readonly edition: number | null
}

/** What is written: the document, and the rows of sections and elements that follow from it. */
interface Made {
  readonly draft: NewDraft
  readonly rows: PartRows | undefined
}

/**
 * Writes a draft that `make` computes from the state of the map, unless the map has another state by then: then it is
 * computed anew, so that two writers of parts lose nothing of each other. Undefined: nothing is to be written.
 */
const commitDraft = async (
  db: Db,
  target: DraftTarget,
  by: Saver,
  make: (state: State) => Promise<Made | undefined | Refusal>,
): Promise<number | Refusal> => {
  const { accountId, id } = target
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const state = await draftState(db, accountId, id)
    if (!state) return refuse('not_found')
    if (target.version !== undefined && target.version !== state.version) break
    const made = await make(state)
    if (isRefusal(made)) return made
    if (!made) return state.version
    const version = await inTransaction(db, async (tx) => {
      const locked = await lockDraft(tx, accountId, id)
      if (locked?.version !== state.version || locked.edition !== state.edition) return undefined
      if (made.rows) await saveParts(tx, id, accountId, made.rows)
      return writeDraft(tx, { accountId, id, version: state.version }, made.draft, by)
    })
    if (version !== undefined) return version
  }
  return conflictOf(db, target)
}

const newestEdition = async (db: Db, { accountId, id }: DraftTarget, { edition }: State): Promise<string | undefined> =>
  edition === null ? undefined : (await editionText(db, accountId, id, edition))?.text

/** Saves a draft; its new version. Refusals: `not_found`, `version_conflict`, `overloaded`. */
export const saveDraft = async (
  db: Db,
  worker: MapWorker,
  target: DraftTarget,
  draft: NewDraft | Refusal,
  by: Saver,
): Promise<number | Refusal> => {
  if (isRefusal(draft)) return draft
  return commitDraft(db, target, by, async (state) => {
    const unpublished = await unpublishedParts(db, target.id)
    // As a rule nothing was written part by part, and the rows are those of the edition.
    if (unpublished.sections.length === 0 && unpublished.elements.length === 0) return { draft, rows: undefined }
    const edition = await newestEdition(db, target, state)
    const rows = await worker.run('followed', { mapId: target.id, text: draft.text, edition, unpublished })
    return isRefusal(rows) ? rows : { draft, rows }
  })
}

/**
 * Writes one section or element into the draft; its uuid, and the places that went with it. Refusals: `not_found`,
 * `version_conflict`, `validation`, `section_not_empty`, `overloaded`.
 */
export const writePart = async (
  db: Db,
  worker: MapWorker,
  target: DraftTarget,
  write: PartWrite,
  by: Saver,
): Promise<{ readonly uuid: string; readonly places: number } | Refusal> => {
  let done: { readonly uuid: string; readonly places: number } | undefined
  const version = await commitDraft(db, target, by, async (state) => {
    const [before, unpublished, edition] = await Promise.all([
      readDraft(db, target.accountId, target.id),
      unpublishedParts(db, target.id),
      newestEdition(db, target, state),
    ])
    if (!before) return refuse('not_found')
    const { text } = before
    const written = await worker.run('written', { mapId: target.id, text, edition, unpublished, write })
    if (isRefusal(written)) return written
    done = written
    return written.draft && { draft: written.draft, rows: written.rows }
  })
  if (isRefusal(version)) return version
  return done ?? refuse('not_found')
}
