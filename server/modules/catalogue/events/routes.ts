import {
  archiveEvent,
  createEvent,
  eventStatusCases,
  exportEvents,
  deleteEvent,
  duplicateEvent as duplicateEndpoint,
  type Event,
  listEvents,
  publishEvent,
  showEvent,
  unpublishEvent,
  updateEvent,
} from '@kartis/contract/events.ts'
import type { QueryOf } from '@kartis/contract/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { AccountActor } from '../../../platform/http/authorization.ts'
import { sortOf, viewPage } from '../../../platform/http/listing.ts'
import { listRoutes, statusCaseRoute } from '../../../platform/http/list-routes.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { duplicateEvent } from './duplicate-event.ts'
import { eventsSheet } from './events-sheet.ts'
import type { EventsPlatform } from './extensions.ts'
import { eventRow, listEventRows } from './events-queries.ts'
import { deleteDraft, changeEventState } from './change-event-state.ts'
import { changeEvent, createDraft } from './save-event.ts'
import { refuseUnlessMaySee, showEvents, type Showing } from './show-events.ts'

const STATES = ['draft', 'published', 'archived'] as const
const SORTS = { starts_at: 'starts_at', created_at: 'created_at', name: 'name' } as const
const EVERYTHING = ['categories', 'artists', 'attachments', 'forms', 'settings', 'events_tickets']

interface Reader {
  readonly actor: { readonly account: AccountActor }
  readonly lang: Lang
  readonly now: Date
}

/** The requested relations, counts and figures, for the caller. */
const showing = (query: QueryOf<typeof showEvent>, { actor, lang, now }: Reader): Showing => ({
  with: query.with ?? [],
  with_count: query.with_count,
  append: query.append ?? [],
  account: actor.account,
  lang,
  now,
})

/** Routes that read events: lists, one event, the spreadsheet, the states. */
const readRoutes = (app: App, platform: EventsPlatform): void => {
  const { db } = platform

  listRoutes(
    app,
    { list: listEvents, exported: exportEvents },
    async ({ query, actor, lang, now }, db) => {
      const refusal = refuseUnlessMaySee(actor.account.role, query.append ?? [])
      if (refusal) return refusal
      const sort = sortOf(query.sort, SORTS, {
        column: 'starts_at',
        direction: query.filter?.time === 'past' ? 'desc' : 'asc',
      })
      const { rows, total } = await listEventRows(
        db,
        actor.account.id,
        { ...query, ...query.filter, ...sort, events: actor.account.events },
        now,
      )
      const show = showing(query, { actor, lang, now })
      return viewPage(await showEvents({ ...platform, db }, rows, show), total, query)
    },
    eventsSheet,
  )

  statusCaseRoute(app, eventStatusCases, 'event_status', STATES)

  route(app, showEvent, async ({ params, query, actor, lang, now }) => {
    const refusal = refuseUnlessMaySee(actor.account.role, query.append ?? [])
    if (refusal) return refusal
    const row = await eventRow(db, actor.account.id, params.uuid)
    const [event] = row ? await showEvents(platform, [row], showing(query, { actor, lang, now })) : []
    return event ? { data: event } : refuse('not_found')
  })
}

/** Routes that change an event; each replies with the changed event. */
const changeRoutes = (app: App, platform: EventsPlatform): void => {
  const { db } = platform

  /** The event after a state change, or the refusal of the change. */
  const shown = async (
    done: string | true | Refusal,
    id: string,
    { actor, lang, now }: Reader,
  ): Promise<{ data: Event } | Refusal> => {
    if (isRefusal(done)) return done
    const row = await eventRow(db, actor.account.id, id)
    const [event] = row
      ? await showEvents(platform, [row], { with: EVERYTHING, append: [], account: actor.account, lang, now })
      : []
    return event ? { data: event } : refuse('not_found')
  }

  route(app, createEvent, async (call) => {
    const id = await createDraft(platform, call.actor.account.id, call.actor.user.id, call.body)
    return shown(id, isRefusal(id) ? '' : id, call)
  })

  route(app, updateEvent, async (call) =>
    shown(
      await changeEvent(platform, call.actor.account.id, call.params.uuid, call.body, {
        userId: call.actor.user.id,
        network: call.request.network,
        now: call.now,
      }),
      call.params.uuid,
      call,
    ),
  )

  route(app, deleteEvent, async ({ params, actor }) => {
    const done = await deleteDraft(platform, actor.account.id, params.uuid)
    return isRefusal(done) ? done : { data: { done } }
  })

  for (const [endpoint, verb] of [
    [publishEvent, 'publish'],
    [unpublishEvent, 'unpublish'],
    [archiveEvent, 'archive'],
  ] as const) {
    route(app, endpoint, async (call) =>
      shown(
        await changeEventState(platform, call.actor.account.id, call.params.uuid, verb, call.now),
        call.params.uuid,
        call,
      ),
    )
  }

  route(app, duplicateEndpoint, async (call) => {
    const id = await duplicateEvent(platform, call.actor.account.id, call.params.uuid, call.actor.user.id, call.now)
    return shown(id, isRefusal(id) ? '' : id, call)
  })
}

export const eventRoutes = (app: App, platform: EventsPlatform): void => {
  readRoutes(app, platform)
  changeRoutes(app, platform)
}
