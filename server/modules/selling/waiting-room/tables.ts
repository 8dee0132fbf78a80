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

/** One row for each event that has had a waiting room. Settings are written by the producer, counters by the tick. */
export interface WaitingRoomsTable {
  event_id: string
  mode: Generated<WaitingRoomMode>
  /** Arrivals a second from which an automatic room opens. */
  threshold: Generated<number>
  opens_at: StampOrNull
  /** How many people may choose tickets or pay at the same time. */
  most_inside: Generated<number>
  /** People admitted a minute; null: as many as there is space for. */
  pace: number | null
  paused: Generated<boolean>
  /** Leading zero bits of the proof of work for a place; 0: none. */
  work_bits: Generated<number>
  state: Generated<WaitingRoomState>
  /** Counts the openings; places of earlier rounds are invalid. */
  round: Generated<number>
  /** Of the lottery: 32 hex digits. */
  seed: Generated<string>
  /** Size of the lottery: it orders the numbers 1 to `drawn`; later ones follow by number. */
  drawn: Generated<number>
  /** The highest number that was assigned in this round. */
  last_number: Generated<number>
  /** How many positions of this round were called: all below this one. */
  admitted: Generated<number>
  /** People that the pace allows and that were not called yet: carried to the next tick. */
  credit: Generated<number>
  /** How many of the admitted have finished: paid, left or expired. */
  gone: Generated<number>
  /** bigint, read as text: visits to the event, and how many of them `arrival_rate` includes. */
  arrivals: Generated<string>
  arrivals_counted: Generated<string>
  /** Arrivals a second, exponentially averaged. */
  arrival_rate: Generated<number>
  /** Samples of `admitted` and `gone` over time, from which the pace is measured. */
  marks: GeneratedJson<readonly QueueSample[]>
  figures: GeneratedJson<RoomFigures>
  opened_at: StampOrNull
  /** Since when there is little traffic and nobody waits. */
  calm_since: StampOrNull
  /** The last update of the counters. */
  ticked_at: StampOrNull
}

/** A place in the queue of an event's waiting room. */
export interface WaitingPlacesTable {
  event_id: string
  round: number
  number: number
  /** Keyed hash of the browser's random id. */
  device: string
  /** Keyed hash of the signed-in phone. */
  phone: string | null
  /** Position in the queue, from 0; written when the person is called, claims or leaves. */
  place: number | null
  joined_at: Stamp
  /** When a person who missed the call last asked for admission. */
  knocked_at: StampOrNull
  called_at: StampOrNull
  claimed_at: StampOrNull
  /** `device` that exchanged the place for a pass. */
  claimed_by: string | null
  pass_until: StampOrNull
  /** How often the pass was used to reserve, and the ids of those orders. */
  uses: Generated<number>
  orders: Generated<string[]>
  /** While a cart is being reserved with the pass; past when that was lost with its process. */
  reserving_until: StampOrNull
  done_at: StampOrNull
  outcome: 'paid' | 'left' | null
}

declare module '../../../platform/database/schema.ts' {
  interface Database {
    waiting_rooms: WaitingRoomsTable
    waiting_places: WaitingPlacesTable
  }
}
