import type { QueueSample, WaitingRoomMode, WaitingRoomState } from '@kartis/domain/waiting-room.ts'
import type { Generated } from 'kysely'
import type { GeneratedJson, Stamp, StampOrNull } from '../../../platform/database/schema-columns.ts'

/** Counts of the last tick. */
export interface RoomFigures {
  readonly choosing?: number
  readonly buying?: number
  readonly called?: number
  readonly left?: number
  readonly held?: number
  /** Average tickets of an order. */
  readonly perBuyer?: number
  /** People a minute, for estimates of the wait. */
  readonly perMinute?: number | null
}

export interface WaitingRoomsTable {
  event_id: string
  mode: Generated<WaitingRoomMode>
  threshold: Generated<number>
  opens_at: StampOrNull
  most_inside: Generated<number>
  pace: number | null
  paused: Generated<boolean>
  work_bits: Generated<number>
  state: Generated<WaitingRoomState>
  round: Generated<number>
  seed: Generated<string>
  drawn: Generated<number>
  last_number: Generated<number>
  admitted: Generated<number>
  credit: Generated<number>
  gone: Generated<number>
  arrivals: Generated<string>
  arrivals_counted: Generated<string>
  arrival_rate: Generated<number>
  marks: GeneratedJson<readonly QueueSample[]>
  figures: GeneratedJson<RoomFigures>
  opened_at: StampOrNull
  calm_since: StampOrNull
  ticked_at: StampOrNull
}

export interface WaitingPlacesTable {
  event_id: string
  round: number
  number: number
  device: string
  phone: string | null
  place: number | null
  joined_at: Stamp
  knocked_at: StampOrNull
  called_at: StampOrNull
  claimed_at: StampOrNull
  claimed_by: string | null
  pass_until: StampOrNull
  uses: Generated<number>
  orders: Generated<string[]>
  done_at: StampOrNull
  outcome: 'paid' | 'left' | null
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    waiting_rooms: WaitingRoomsTable
    waiting_places: WaitingPlacesTable
  }
}
