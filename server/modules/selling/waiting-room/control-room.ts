import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { steerWaitingRoom, WaitingRoom } from '@kartis/contract/waiting-room.ts'
import { WAITING_ROOM } from '@kartis/domain/limits.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { nextWaitingRoomState } from '@kartis/domain/waiting-room.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { lockOrCreateRoom, nextSaleStart, readRoom, type RoomRow, stockNow, writeRoom } from './rooms-queries.ts'
import { moveRoom } from './admit-waiting.ts'
import { viewRoom } from './room-view.ts'
import type { WaitingRooms } from './waiting-rooms.ts'

type Input = BodyOf<typeof steerWaitingRoom>

const withSettings = (room: RoomRow, input: Input): RoomRow => ({
  ...room,
  mode: input.mode ?? room.mode,
  threshold: input.threshold ?? room.threshold,
  opens_at: input.opens_at === undefined ? room.opens_at : input.opens_at === null ? null : new Date(input.opens_at),
  most_inside: input.most_inside ?? room.most_inside,
  pace: input.pace === undefined ? room.pace : input.pace,
  paused: input.paused ?? room.paused,
  work_bits: input.work_bits ?? room.work_bits,
})

/** Stores the new settings with the state that follows from them, so that a switch does not wait for the next tick. */
const saveSettings = async (tx: Tx, eventId: string, input: Input, now: Date): Promise<void> => {
  const room = withSettings(await lockOrCreateRoom(tx, eventId), input)
  const traffic = {
    arrivalsPerSecond: room.arrival_rate,
    threshold: room.threshold,
    waiting: room.last_number - room.admitted,
    calmSince: room.calm_since,
  }
  const state = nextWaitingRoomState({ mode: room.mode, opensAt: room.opens_at }, room.state, traffic, now)
  await writeRoom(tx, moveRoom(room, state, now))
}

/** The room of an event that never had one. */
const defaultRoom = (eventId: string): RoomRow => ({
  event_id: eventId,
  mode: 'off',
  threshold: 10,
  opens_at: null,
  most_inside: 100,
  pace: null,
  paused: false,
  work_bits: WAITING_ROOM.usualWorkBits,
  state: 'idle',
  round: 0,
  seed: '',
  drawn: 0,
  last_number: 0,
  admitted: 0,
  credit: 0,
  gone: 0,
  arrivals: '0',
  arrivals_counted: '0',
  arrival_rate: 0,
  marks: [],
  figures: {},
  opened_at: null,
  calm_since: null,
  ticked_at: null,
})

const viewOf = async ({ db, settings }: WaitingRooms, eventId: string, now: Date): Promise<WaitingRoom> => {
  const [row, stock, saleStartsAt] = await Promise.all([
    readRoom(db, eventId),
    stockNow(db, eventId, now),
    nextSaleStart(db, eventId, now),
  ])
  const room = row ?? defaultRoom(eventId)
  return viewRoom(
    { ...room, figures: { ...room.figures, left: stock.left, held: stock.held } },
    { url: `${settings.publicUrl}/order/wait/${eventId}`, saleStartsAt, now },
  )
}

/** The room of an event as its producer sees it. `not_found`. */
export const showRoom = async (
  waitingRooms: WaitingRooms,
  accountId: string,
  uuid: string,
  now: Date,
): Promise<WaitingRoom | Refusal> => {
  const event = await eventRow(waitingRooms.db, accountId, uuid)
  return event ? viewOf(waitingRooms, event.id, now) : refuse('not_found')
}

/** Changes the settings of an event's room and returns the room after it. `not_found`. */
export const controlRoom = async (
  waitingRooms: WaitingRooms,
  accountId: string,
  uuid: string,
  input: Input,
  now: Date,
): Promise<WaitingRoom | Refusal> => {
  const event = await eventRow(waitingRooms.db, accountId, uuid)
  if (!event) return refuse('not_found')
  await inTransaction(waitingRooms.db, (tx) => saveSettings(tx, event.id, input, now))
  await waitingRooms.rooms.refresh()
  return viewOf(waitingRooms, event.id, now)
}
