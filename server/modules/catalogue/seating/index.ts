import { createCostlyCalls } from '../../../platform/http/costly-calls.ts'
import type { Plugin } from '../../../platform/http/route.ts'
import type { OnRelabelled } from './context.ts'
import type { EventSeats } from './event-seats.ts'
import { scheduleOpenings } from './open-seats.ts'
import { producerSeatRoutes } from './producer-routes.ts'
import { publicSeatRoutes } from './public-routes.ts'
import { createSeatingWorker } from './seating-worker.ts'

export type { OnRelabelled } from './context.ts'
export { copySeatingOf, seatMapOf } from './event-extensions.ts'
export type { EventSeats } from './event-seats.ts'
export {
  rowLettersOf,
  seatGatesByEvent,
  seatGatesOf,
  type SeatNamesIn,
  seatNamesIn,
  withSeatsIn,
} from './seat-names.ts'
export { WAITING } from './openings-queries.ts'
export { takeMapInline } from './take-map-inline.ts'

/** What later modules do for the seats of events. */
export interface SeatingExtensions {
  readonly seats: EventSeats
  /** Run in order, in the transaction that gives sold seats other words. */
  readonly onRelabelled: readonly OnRelabelled[]
}

/** The seats of events: the map that an event took, its prices and rules, and the state of its seats for buyers. */
export const createSeating =
  ({ seats, onRelabelled }: SeatingExtensions): Plugin =>
  async (app, platform) => {
    const worker = createSeatingWorker()
    app.addHook('onClose', worker.close)
    const context = { ...platform, seats, onRelabelled }
    producerSeatRoutes(app, context, createCostlyCalls(worker))
    publicSeatRoutes(app, context)
    scheduleOpenings(context)
  }
