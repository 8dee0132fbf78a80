import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { createBatchQueue } from '../../../../platform/concurrency/batch-queue.ts'
import type { Db } from '../../../../platform/database/db.ts'
import { readDraft } from './drafts-queries.ts'
import { MAX_CALLS } from '../../../../platform/http/costly-calls.ts'
import type { MapWork } from './map-work.ts'
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
  /** Aborts when its caller hangs up. */
  readonly signal: AbortSignal | undefined
}

/** The result of a change that was not made because its caller has left; a repeated request makes it. */
const GONE = refuse('overloaded', { detail: { retry_after: 1 } })

/**
 * Writes one section or element into the draft. Refusals: `not_found`, `version_conflict`, `validation`,
 * `section_not_empty`, `overloaded`. Not written where its caller has hung up before its turn.
 */
export type WritePart = (
  target: DraftTarget,
  write: PartWrite,
  by: Saver,
  signal?: AbortSignal,
) => Promise<Written | Refusal>

/** Changes of one map in one write of its draft: a result for each, in their order. */
const writeTogether = async (
  db: Db,
  { worker, inTurn }: MapWork,
  changes: readonly [Change, ...Change[]],
): Promise<readonly (Written | Refusal)[]> => {
  const { accountId, id } = changes[0].target
  let results: ReadonlyMap<Change, Written | Refusal> = new Map()
  const make = async (state: State) => {
    const awaited = changes.filter(({ signal }) => !signal?.aborted)
    if (awaited.length === 0) return undefined
    const target = { accountId, id, version: undefined }
    const [before, unpublished, edition] = await Promise.all([
      readDraft(db, accountId, id),
      unpublishedParts(db, id),
      newestEdition(db, target, state),
    ])
    if (!before) return refuse('not_found')
    const writes = awaited.map(({ target: { version }, write }) => {
      const basedOn = version === undefined ? undefined : version === state.version ? 'this' : 'another'
      return { write, basedOn } as const
    })
    const input = { mapId: id, text: before.text, edition, unpublished, writes }
    const written = await worker.run('written', input, { holder: accountId })
    if (isRefusal(written)) return written
    results = new Map(awaited.map((change, index) => [change, written.results[index] ?? GONE]))
    const by = awaited.findLast((change) => !isRefusal(results.get(change)))?.by
    return by && written.draft && { by, draft: written.draft, rows: written.rows }
  }
  const version = await inTurn(id, () => commitDraft(db, { accountId, id, version: undefined }, make))
  if (isRefusal(version)) return changes.map(() => version)
  return Promise.all(
    changes.map(async (change) => {
      const result = results.get(change) ?? GONE
      // Who saved since is known only now.
      return isRefusal(result) && result.refusal === 'version_conflict' ? conflictOf(db, change.target) : result
    }),
  )
}

/** Changes of a map that arrive while one is written are the next write, together: those of many writers cost few. */
export const createPartWriter = (db: Db, work: MapWork): WritePart => {
  const queue = createBatchQueue<Change, Written>(
    async (_key, [first, ...others]) => (first ? writeTogether(db, work, [first, ...others]) : []),
    { maxBatchSize: MAX_CALLS },
  )
  return (target, write, by, signal) => queue.submit(`${target.accountId} ${target.id}`, { target, write, by, signal })
}
