import {
  changeSeating,
  listEventSeats,
  putSeating,
  showSeatBoard,
  showSeating,
  updateEventSeats,
} from '@kartis/contract/event-seating.ts'
import { showSeatMap, showSeats } from '@kartis/contract/public-seats.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import { type Plugin, route } from '../../../platform/http/route.ts'

/** The seats of events: the map that an event took, its prices and rules. No event has taken one yet. */
export const createSeating = (): Plugin => async (app) => {
  const none = async () => refuse('not_found')
  route(app, showSeating, none)
  route(app, putSeating, none)
  route(app, changeSeating, none)
  route(app, listEventSeats, none)
  route(app, showSeatBoard, none)
  route(app, updateEventSeats, none)
  route(app, showSeatMap, none)
  route(app, showSeats, none)
}
