import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { steerWaitingRoom, WaitingRoom } from '@kartis/contract/waiting-room.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { nextRoomState } from '@kartis/domain/waiting-room.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { roomsOf } from './room-cache.ts'
import { lockOrMakeRoom, nextSaleStart, readRoom, type RoomRow, stockNow, writeRoom } from './rooms-queries.ts'
import { moveRoom } from './admit-waiting.ts'
import { viewRoom } from './room-view.ts'

type Input = BodyOf<typeof steerWaitingRoom>

const steered = (room: RoomRow, input: Input): RoomRow => ({
  ...room,
  mode: input.mode ?? room.mode,
  threshold: input.threshold ?? room.threshold,
  opens_at: input.opens_at === undefined ? room.opens_at : input.opens_at === null ? null : new Date(input.opens_at),
  most_inside: input.most_inside ?? room.most_inside,
  pace: input.pace === undefined ? room.pace : input.pace,
  paused: input.paused ?? room.paused,
  work_bits: input.work_bits ?? room.work_bits,
})

/** The new settings, and what follows from them at once: a switch is not felt a second later. */
const steer = async (tx: Tx, eventId: string, input: Input, now: Date): Promise<void> => {
  const room = steered(await lockOrMakeRoom(tx, eventId), input)
  const traffic = {
    arrivalsPerSecond: room.arrival_rate,
    threshold: room.threshold,
    waiting: room.last_number - room.admitted,
    calmSince: room.calm_since,
  }
  const state = nextRoomState({ mode: room.mode, opensAt: room.opens_at }, room.state, traffic, now)
  await writeRoom(tx, moveRoom(room, state, now))
}

/** An event that has never had a room, as its panel shows it. */
const noRoom = (eventId: string): RoomRow => ({
  event_id: eventId,
  mode: 'off',
  threshold: 10,
  opens_at: null,
  most_inside: 100,
  pace: null,
  paused: false,
  work_bits: 12,
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

const shown = async (platform: Platform, db: Db, eventId: string, now: Date): Promise<WaitingRoom> => {
  const [row, stock, saleStartsAt] = await Promise.all([
    readRoom(db, eventId),
    stockNow(db, eventId, now),
    nextSaleStart(db, eventId, now),
  ])
  const room = row ?? noRoom(eventId)
  return viewRoom(
    { ...room, figures: { ...room.figures, left: stock.left, held: stock.held } },
    { url: `${platform.settings.publicUrl}/order/wait/${eventId}`, saleStartsAt, now },
  )
}

export const showRoom = async (
  platform: Platform,
  accountId: string,
  uuid: string,
  now: Date,
): Promise<WaitingRoom | Refusal> => {
  const event = await eventRow(platform.db, accountId, uuid)
  return event ? shown(platform, platform.db, event.id, now) : refuse('not_found')
}

/** What the producer decides about the room of his event, and the room after it. */
export const steerRoom = async (
  platform: Platform,
  accountId: string,
  uuid: string,
  input: Input,
  now: Date,
): Promise<WaitingRoom | Refusal> => {
  const event = await eventRow(platform.db, accountId, uuid)
  if (!event) return refuse('not_found')
  await inTransaction(platform.db, (tx) => steer(tx, event.id, input, now))
  await roomsOf(platform).refresh()
  return shown(platform, platform.db, event.id, now)
}
