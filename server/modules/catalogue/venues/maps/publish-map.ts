import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { MapProblem } from '@kartis/contract/venue-map-problems.ts'
import { inTransaction } from '../../../../platform/database/db.ts'
import type { Platform } from '../../../../platform/platform.ts'
import type { SeatMapEventData } from '../domain-events.ts'
import { lockDraft, readDraft } from './drafts-queries.ts'
import { insertEdition } from './editions-queries.ts'
import type { NewEdition } from './map-tasks.ts'
import type { MapTurn } from './map-work.ts'
import { replaceParts } from './parts-queries.ts'
import { conflictOf, crowdedOut, type DraftTarget, type Saver } from './save-draft.ts'

/** A save of another process may fall between reading the draft and publishing it. */
const ATTEMPTS = 3

/** The number of the edition; undefined: the draft is not at this version any more. */
const write = (
  platform: Platform,
  { accountId, id, version }: DraftTarget & { readonly version: number },
  edition: NewEdition,
  by: Saver,
): Promise<number | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const map = await lockDraft(tx, accountId, id)
    if (map?.version !== version) return undefined
    if (map.published_draft === version && map.edition !== null) return map.edition
    const number = (map.edition ?? 0) + 1
    await insertEdition(tx, { mapId: id, version, number }, edition, by)
    await replaceParts(tx, id, accountId, edition)
    const data: SeatMapEventData['seat_map.published'] = {
      edition: number,
      seats: edition.seats,
      areas: edition.areas,
    }
    await platform.domainEvents.append(tx, [{ type: 'seat_map.published', at: by.now, accountId, subject: id, data }])
    return number
  })

/**
 * Publishes the draft as the next edition; a draft that is published already keeps its edition. Refusals: `not_found`,
 * `version_conflict`, and `seat_map_not_ready` with the problems that block.
 */
export const publishMap = async (
  platform: Platform,
  { tasks, inTurn }: MapTurn,
  target: DraftTarget,
  by: Saver,
): Promise<{ readonly edition: number; readonly problems: MapProblem[] } | Refusal> => {
  const publish = async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const draft = await readDraft(platform.db, target.accountId, target.id)
      if (!draft) return refuse('not_found')
      if (target.version !== undefined && target.version !== draft.version) return conflictOf(platform.db, target)
      const checked = await tasks.run('edition', { mapId: target.id, text: draft.text })
      if (isRefusal(checked)) return checked
      const { problems, edition } = checked
      if (!edition) return refuse('seat_map_not_ready', { detail: { problems } })
      const number = await write(platform, { ...target, version: draft.version }, edition, by)
      if (number !== undefined) return { edition: number, problems }
    }
    return crowdedOut(platform.db, target)
  }
  return inTurn(target.id, publish)
}
