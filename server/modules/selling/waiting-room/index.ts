import type { Plugin } from '../../../platform/http/route.ts'
import { whileListening } from '../../../platform/jobs/run-while-listening.ts'
import { deleteOldPlaces } from './places-queries.ts'
import { waitingRoomRoutes } from './routes.ts'
import { tickRooms } from './admit-waiting.ts'
import type { WaitingRooms } from './waiting-rooms.ts'

export { withWaitingRoomPass } from './require-pass.ts'
export { createWaitingRooms, type WaitingRooms } from './waiting-rooms.ts'

/** Milliseconds. */
const TICK_INTERVAL = 1000
const RETENTION = 30 * 86_400_000

/** The waiting room of a sale: who queues, who is admitted, and the pass that a reservation needs meanwhile. */
export const waitingRoomsPlugin =
  (waitingRooms: WaitingRooms): Plugin =>
  async (app, platform) => {
    waitingRoomRoutes(app, waitingRooms)
    // Every listening process ticks; the lock of a room lets one at a time act.
    whileListening(app, platform, {
      every: TICK_INTERVAL,
      run: () => tickRooms(waitingRooms),
      failure: 'waiting rooms could not be updated',
    })
    app.addHook('onClose', () => waitingRooms.placeQueue.idle())
    platform.jobs.cron('waiting-room.forget', '41 4 * * *', () =>
      deleteOldPlaces(platform.db, new Date(platform.clock().getTime() - RETENTION)),
    )
  }
