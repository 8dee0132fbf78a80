import * as contract from '@kartis/contract/waiting-room.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { countCall } from '../../../platform/http/rate-limit.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { enterSale, leaveQueue } from './enter-sale.ts'
import { joinQueue } from './join-queue.ts'
import { viewStatus } from './room-view.ts'
import { controlRoom, showRoom } from './control-room.ts'
import type { WaitingRooms } from './waiting-rooms.ts'

/** Of one network: mobile carriers put many phones behind one address, but not a thousand new places a minute. */
const JOINS = { max: 1000, seconds: 60 }

export const waitingRoomRoutes = (app: App, waitingRooms: WaitingRooms): void => {
  const { rooms } = waitingRooms

  route(app, contract.showWaitingStatus, async ({ params, query, now, reply }) => {
    const room = await rooms.get(params.uuid)
    if (room && query.arriving) rooms.countArrival(room.event_id)
    // The same for everybody: a shared cache may answer for a second.
    void reply.header('cache-control', 'public, max-age=0, s-maxage=1')
    return { data: viewStatus(room, now) }
  })

  route(app, contract.joinLine, async ({ params, body, actor, request }) => {
    const { count, refusal } = await countCall(waitingRooms, `waiting:${request.network}`, JOINS)
    if (refusal) return refusal
    const visitor = { phone: actor.user?.phone, placesOfNetwork: count }
    const place = await joinQueue(waitingRooms, params.uuid.toLowerCase(), body, visitor)
    return isRefusal(place) ? place : { data: { place } }
  })

  route(app, contract.enterSale, async ({ params, body, now }) => {
    const owner = { eventId: params.uuid.toLowerCase(), device: body.device }
    const entered = await enterSale(waitingRooms, owner, body.token, now)
    return isRefusal(entered) ? entered : { data: { pass: entered.pass, until: entered.until.toISOString() } }
  })

  route(app, contract.leaveLine, async ({ params, body, now }) => {
    await leaveQueue(waitingRooms, { eventId: params.uuid.toLowerCase(), device: body.device }, body.token, now)
    return { data: { done: true } as const }
  })

  route(app, contract.showWaitingRoom, async ({ params, actor, now }) => {
    const room = await showRoom(waitingRooms, actor.account.id, params.uuid, now)
    return isRefusal(room) ? room : { data: room }
  })

  route(app, contract.steerWaitingRoom, async ({ params, body, actor, now }) => {
    const room = await controlRoom(waitingRooms, actor.account.id, params.uuid, body, now)
    return isRefusal(room) ? room : { data: room }
  })
}
