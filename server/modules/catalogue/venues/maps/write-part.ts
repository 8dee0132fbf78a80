import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { createBatchQueue } from '../../../../platform/concurrency/batch-queue.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { readDraft } from './drafts-queries.ts'
import { MAX_CALLS, type MapWork } from './map-work.ts'
import type { PartWrite } from './part-writes.ts'
import { unpublishedParts } from './parts-queries.ts'
import { commitDraft, conflictOf, type DraftTarget, newestEdition, type Saver, type State } from './save-draft.ts'

interface Written {
  readonly uuid: string
  /** The places that went with it. */
  readonly places: number
}

/** A change that waits for its turn. */
interface Change {
  readonly target: DraftTarget
  readonly write: PartWrite
  readonly by: Saver
}

/**
 * Writes one section or element into the draft. Refusals: `not_found`, `version_conflict`, `validation`,
 * `section_not_empty`, `overloaded`.
 */
export type WritePart = (target: DraftTarget, write: PartWrite, by: Saver) => Promise<Written | Refusal>

/** Changes of one map in one write of its draft: a result for each, in their order. */
const writeTogether = async (
  db: Db,
  { worker, inTurn }: MapWork,
  changes: readonly [Change, ...Change[]],
): Promise<readonly (Written | Refusal)[]> => {
  const { accountId, id } = changes[0].target
  let results: readonly (Written | Refusal)[] = []
  const make = async (state: State) => {
    const target = { accountId, id, version: undefined }
    const [before, unpublished, edition] = await Promise.all([
      readDraft(db, accountId, id),
      unpublishedParts(db, id),
      newestEdition(db, target, state),
    ])
    if (!before) return refuse('not_found')
    const writes = changes.map(({ target: { version }, write }) => {
      const basedOn = version === undefined ? undefined : version === state.version ? 'this' : 'another'
      return { write, basedOn } as const
    })
    const input = { mapId: id, text: before.text, edition, unpublished, writes }
    const written = await worker.run('written', input, accountId)
    if (isRefusal(written)) return written
    ;({ results } = written)
    const by = changes.findLast((_, index) => !isRefusal(results[index]))?.by
    return by && written.draft && { by, draft: written.draft, rows: written.rows }
  }
  const version = await inTurn(id, () => commitDraft(db, { accountId, id, version: undefined }, make))
  if (isRefusal(version)) return changes.map(() => version)
  return Promise.all(
    results.map(async (result, index) => {
      const target = changes[index]?.target
      // Who saved since is known only now.
      return target && isRefusal(result) && result.refusal === 'version_conflict' ? conflictOf(db, target) : result
    }),
  )
}

/** Changes of a map that arrive while one is written are the next write, together: those of many writers cost few. */
export const createPartWriter = (db: Db, work: MapWork): WritePart => {
  const queue = createBatchQueue<Change, Written>(
    async (_key, [first, ...others]) => (first ? writeTogether(db, work, [first, ...others]) : []),
    { maxBatchSize: MAX_CALLS },
  )
  return (target, write, by) => queue.submit(`${target.accountId} ${target.id}`, { target, write, by })
}
