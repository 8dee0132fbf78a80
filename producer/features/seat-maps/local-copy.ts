import type { MapDocument } from '@kartis/seat-map/model/document.ts'
import { Dexie, type Table } from 'dexie'

/** Changes of a draft that the server does not have yet. */
export interface LocalCopy {
  /** Of the map. */
  readonly uuid: string
  /** Of the user: another one on this device does not see it. */
  readonly owner: string
  /** The version of the draft that was changed. */
  readonly version: number
  readonly document: MapDocument
  /** By this device's clock, in milliseconds. */
  readonly changedAt: number
}

class MapDatabase extends Dexie {
  readonly copies: Table<LocalCopy, string>

  constructor() {
    super('kartis-maps')
    this.version(1).stores({ copies: 'uuid' })
    this.copies = this.table('copies')
  }
}

const database = new MapDatabase()

// Without IndexedDB (a private window) nothing is stored, and the draft is saved by the server alone.

export const readLocalCopy = async (uuid: string, owner: string): Promise<LocalCopy | undefined> => {
  const copy = await database.copies.get(uuid).catch(() => undefined)
  return copy?.owner === owner ? copy : undefined
}

/** Whether the copy is stored. */
export const writeLocalCopy = (copy: LocalCopy): Promise<boolean> =>
  database.copies.put(copy).then(
    () => true,
    () => false,
  )

export const dropLocalCopy = async (uuid: string): Promise<void> => {
  await database.copies.delete(uuid).catch(() => undefined)
}
