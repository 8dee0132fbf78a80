import type { MapTemplate } from '@kartis/contract/venue-maps.ts'
import { isRefusal, type Refusal } from '@kartis/domain/refusal.ts'
import { createInTurn } from '../../../../platform/concurrency/limiter.ts'
import { inlineTasks } from '../../../../platform/concurrency/task-thread.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { insertMap, type NewMap } from './maps-queries.ts'
import { MAP_TASKS } from './map-tasks.ts'
import { publishMap } from './publish-map.ts'

/** A published seat map of a hall to start from; its uuid. It computes on this thread: for programs, not for requests. */
export const createPublishedMap = async (
  platform: Platform,
  { template, ...map }: Omit<NewMap, 'id' | 'draft'> & { readonly template: MapTemplate },
): Promise<string | Refusal> => {
  const id = platform.newId()
  await insertMap(platform.db, { ...map, id, draft: MAP_TASKS.template(template) })
  const target = { accountId: map.accountId, id, version: undefined }
  const work = { tasks: inlineTasks(MAP_TASKS), inTurn: createInTurn() }
  const published = await publishMap(platform, work, target, { userId: map.userId, now: map.now })
  return isRefusal(published) ? published : id
}
