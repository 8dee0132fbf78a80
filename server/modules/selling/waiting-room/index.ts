import type { Kernel } from '../../../platform/platform.ts'
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
const keepTicking = (app: App, kernel: Kernel): void => {
  whileListening(app, kernel, {
    every: EVERY,
    run: () => tickRooms(kernel),
    failure: 'waiting rooms were not seen to',
  })
  app.addHook('onClose', () => linesOf(kernel).idle())
}

/** The waiting room of a sale: who is in line, who may come in, and the door that a basket goes through. */
export const plugin = async (app: App, kernel: Kernel): Promise<void> => {
  waitingRoomRoutes(app)
  keepTicking(app, kernel)
  kernel.jobs.cron('waiting-room.forget', '41 4 * * *', () =>
    forgetPlaces(kernel.db, new Date(kernel.clock().getTime() - FORGET_AFTER)),
  )
}
