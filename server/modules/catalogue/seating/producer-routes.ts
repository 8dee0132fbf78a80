import {
  changeSeating,
  listEventSeats,
  putSeating,
  showSeatBoard,
  showSeating,
  updateEventSeats,
} from '@kartis/contract/event-seating.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { SEAT_STANDINGS } from '@kartis/domain/seats.ts'
import { seatNumberOf } from '@kartis/seat-map/model/seat-uuid.ts'
import { createInTurn } from '../../../platform/concurrency/limiter.ts'
import type { CostlyCalls } from '../../../platform/http/costly-calls.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventRow } from '../events/index.ts'
import { changeMap } from './change-map.ts'
import type { SeatingContext } from './context.ts'
import type { SeatingTasks } from './seating-tasks.ts'
import { seatReportRoutes } from './seat-report.ts'
import { seatNamesIn } from './seat-names.ts'
import { seatingRow } from './seating-queries.ts'
import { showSeatingOf, viewSeat } from './seating-view.ts'
import { listSeats, readBoard } from './seats-queries.ts'
import { takeMap } from './take-map.ts'
import { updateSeats } from './update-seats.ts'

/** A body of ten thousand uuids. */
const SEATS_BODY = 512 * 1024
/** No seat has this number. */
const NO_SEAT = -1

export const producerSeatRoutes = (app: App, context: SeatingContext, costly: CostlyCalls<SeatingTasks>): void => {
  const { db } = context
  const inTurn = createInTurn()
  seatReportRoutes(app)

  route(app, showSeating, async ({ params, actor }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    const seating = event && (await showSeatingOf(db, event.id, actor.account.role))
    return seating ? { data: seating } : refuse('not_found')
  })

  route(app, putSeating, async ({ params, body, actor, now, request, reply }) => {
    const event = { accountId: actor.account.id, eventId: params.uuid, now }
    const taken = await costly({ actor, request, reply }, (tasks) => takeMap({ ...context, tasks }, event, body))
    if (isRefusal(taken)) return taken
    const seating = await showSeatingOf(db, params.uuid, actor.account.role)
    return seating ? { data: seating } : refuse('not_found')
  })

  route(app, changeSeating, async ({ params, body, actor, lang, now, request, reply }) => {
    const event = { accountId: actor.account.id, eventId: params.uuid, lang, now }
    const changed = await costly({ actor, request, reply }, (tasks) =>
      changeMap({ ...context, tasks, inTurn }, event, body),
    )
    return isRefusal(changed) ? changed : { data: changed }
  })

  route(app, listEventSeats, async ({ params, query, actor, lang }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    const seating = event && (await seatingRow(db, event.id))
    if (!seating) return refuse('not_found')
    const { seat_uuid: uuid, ...filter } = query.filter ?? {}
    const seatNo = uuid === undefined ? undefined : (seatNumberOf(seating.seating, uuid) ?? NO_SEAT)
    const { rows, total } = await listSeats(db, params.uuid, { ...query, ...filter, seatNo })
    const names = await seatNamesIn(db, [params.uuid], lang)
    return viewPage(
      rows.map((row) => names(params.uuid, viewSeat(row, seating.seating, actor.account.role))),
      total,
      query,
    )
  })

  route(app, showSeatBoard, async ({ params, actor }) => {
    const event = await eventRow(db, actor.account.id, params.uuid)
    const row = event && (await readBoard(db, event.id))
    return row ? { data: { ...row, rev: Number(row.rev), standings: [...SEAT_STANDINGS] } } : refuse('not_found')
  })

  route(
    app,
    updateEventSeats,
    async ({ params, body, actor, now }) => {
      const done = await updateSeats(context, { accountId: actor.account.id, eventId: params.uuid, now }, body)
      return isRefusal(done) ? done : { data: done }
    },
    { bodyLimit: SEATS_BODY },
  )
}
