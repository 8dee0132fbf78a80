import * as contract from '@kartis/contract/waiting-room.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { limit, networkOf } from '../../../platform/http/rate-limit.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { enterSale, leaveLine } from './enter-sale.ts'
import { joinLine } from './join-queue.ts'
import { roomsOf } from './room-cache.ts'
import { viewStatus } from './room-view.ts'
import { showRoom, steerRoom } from './control-room.ts'

/** A whole town of phones may share one address; a thousand places a minute are no town any more. */
const JOINS = { max: 1000, seconds: 60 }

export const waitingRoomRoutes = (app: App): void => {
  route(app, contract.showWaitingStatus, async ({ params, query, now, reply, platform }) => {
    const rooms = roomsOf(platform)
    const room = await rooms.of(params.uuid)
    if (room && query.arriving) rooms.arrived(room.event_id)
    // The same for everybody: a cache in front may answer for a second.
    void reply.header('cache-control', 'public, max-age=0, s-maxage=1')
    return { data: viewStatus(room, now) }
  })

  route(app, contract.joinLine, async ({ params, body, actor, request, platform }) => {
    const refused = await limit(platform, `waiting:${networkOf(request.ip)}`, JOINS)
    if (refused) return refused
    const place = await joinLine(platform, params.uuid.toLowerCase(), body, { phone: actor.user?.phone })
    return isRefusal(place) ? place : { data: { place } }
  })

  route(app, contract.enterSale, async ({ params, body, now, platform }) => {
    const owner = { eventId: params.uuid.toLowerCase(), device: body.device }
    const entered = await enterSale(platform, owner, body.token, now)
    return isRefusal(entered) ? entered : { data: { pass: entered.pass, until: entered.until.toISOString() } }
  })

  route(app, contract.leaveLine, async ({ params, body, now, platform }) => {
    await leaveLine(platform, { eventId: params.uuid.toLowerCase(), device: body.device }, body.token, now)
    return { data: { done: true } as const }
  })

  route(app, contract.showWaitingRoom, async ({ params, actor, now, platform }) => {
    const room = await showRoom(platform, actor.account.id, params.uuid, now)
    return isRefusal(room) ? room : { data: room }
  })

  route(app, contract.steerWaitingRoom, async ({ params, body, actor, now, platform }) => {
    const room = await steerRoom(platform, actor.account.id, params.uuid, body, now)
    return isRefusal(room) ? room : { data: room }
  })
}
