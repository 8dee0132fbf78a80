import type { Platform } from '../../../platform/platform.ts'
import type { App } from '../../../platform/http/route.ts'
import { whileListening } from '../../../platform/jobs/run-while-listening.ts'
import { linesOf } from './join-queue.ts'
import { forgetPlaces } from './places-queries.ts'
import { waitingRoomRoutes } from './routes.ts'
import { tickRooms } from './admit-waiting.ts'

export { throughRoom } from './require-pass.ts'

const EVERY = 1000
const FORGET_AFTER = 30 * 86_400_000

/** Looks at the rooms once a second in every process that listens; of several, one at a time sees to each room. */
const keepTicking = (app: App, platform: Platform): void => {
  whileListening(app, platform, {
    every: EVERY,
    run: () => tickRooms(platform),
    failure: 'waiting rooms were not seen to',
  })
  app.addHook('onClose', () => linesOf(platform).idle())
}

/** The waiting room of a sale: who is in line, who may come in, and the door that a cart goes through. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  waitingRoomRoutes(app)
  keepTicking(app, platform)
  platform.jobs.cron('waiting-room.forget', '41 4 * * *', () =>
    forgetPlaces(platform.db, new Date(platform.clock().getTime() - FORGET_AFTER)),
  )
}
