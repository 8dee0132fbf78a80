import { type EventVerb, decideEventMove } from '@kartis/domain/event.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { categoriesOf } from './event-links-queries.ts'
import { missingOf } from './event-view.ts'
import { deleteEventRow, hasOrders, lockEvent, markCancelled, moveEvent } from './events-queries.ts'
import { typeStockOf } from './statistics-queries.ts'

/**
 * Publishes, unpublishes or archives an event under its row lock, so that concurrent changes are serialized. Refusals:
 * `not_found`, `conflict`, and those of `decideEventMove`.
 */
export const changeEventState = async (
  platform: Platform,
  accountId: string,
  eventId: string,
  verb: EventVerb,
  now: Date,
): Promise<true | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const event = await lockEvent(tx, accountId, eventId)
    if (!event) return refuse('not_found')
    const types = await typeStockOf(tx, [eventId])
    const categories = (await categoriesOf(tx, [eventId])).length
    const to = decideEventMove(
      verb,
      {
        status: event.status,
        endsAt: event.ends_at,
        missing: missingOf(event, { types, categories, images: 0, now }),
        soldTickets: types.reduce((sum, type) => sum + type.sold + type.held, 0),
      },
      now,
    )
    if (isRefusal(to)) return to
    return (await moveEvent(tx, eventId, [event.status], to, now)) || refuse('conflict')
  })

/** Takes an event off sale for good in the caller's transaction, which holds its lock: its page says that it was cancelled. */
export const cancelEvent = async (tx: Tx, eventId: string, now: Date): Promise<void> => {
  await moveEvent(tx, eventId, ['published'], 'draft', now)
  await markCancelled(tx, eventId, now)
}

/**
 * Deletes an unpublished event that never had an order; other events can only be archived. Refusals: `not_found`,
 * `event_published`, `event_has_sales`.
 */
export const deleteDraft = async (platform: Platform, accountId: string, eventId: string): Promise<true | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const event = await lockEvent(tx, accountId, eventId)
    if (!event) return refuse('not_found')
    if (event.status === 'published') return refuse('event_published')
    if (await hasOrders(tx, eventId)) return refuse('event_has_sales')
    await deleteEventRow(tx, eventId)
    return true
  })
