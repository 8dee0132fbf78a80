import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { putSeating } from '@kartis/contract/event-seating.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import { inlineTasks } from '../../../platform/concurrency/task-thread.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventSeats } from './event-seats.ts'
import { SEATING_TASKS } from './seating-tasks.ts'
import { takeMap } from './take-map.ts'

/** As `takeMap`. It computes on this thread: for programs, not for requests. */
export const takeMapInline = (
  platform: Platform & { readonly seats: EventSeats },
  event: { readonly accountId: string; readonly eventId: string; readonly now: Date },
  body: BodyOf<typeof putSeating>,
): Promise<true | Refusal> => takeMap({ ...platform, tasks: inlineTasks(SEATING_TASKS), onRelabelled: [] }, event, body)
