import type { Platform } from '../../../platform/platform.ts'
import { type BatchQueue, createBatchQueue } from '../../../platform/concurrency/batch-queue.ts'
import { assignPlaces, type AssignedPlace, type PlaceRequest } from './assign-places.ts'
import { createRoomCache, type RoomCache } from './room-cache.ts'

/** The waiting rooms as one process serves them. */
export interface WaitingRooms extends Platform {
  readonly rooms: RoomCache
  /** Gives out numbers in batches, by event. */
  readonly placeQueue: BatchQueue<PlaceRequest, AssignedPlace>
}

export const createWaitingRooms = (platform: Platform): WaitingRooms => ({
  ...platform,
  rooms: createRoomCache(platform),
  placeQueue: createBatchQueue((eventId, requests) => assignPlaces(platform, eventId, requests)),
})
