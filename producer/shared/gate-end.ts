import { readStoredJson, writeStored } from './storage.ts'

/** What became of the scans that waited on this phone when its permission ended. */
export interface GateEnd {
  /** `refused`: the server takes nothing from it any more. */
  readonly state: 'sending' | 'sent' | 'waiting' | 'refused'
  /** Scans that the server has got since the end. */
  readonly sent: number
  /** Scans that it has not got. */
  readonly left: number
  /** Guests who entered here after the end: the server has their scans, and has recorded no entry. */
  readonly late?: number
}

const NAME = 'device:gate_end'

/** What this phone last knew; undefined where no permission of it has ended. */
export const readGateEnd = (): GateEnd | undefined => readStoredJson(NAME) as GateEnd | undefined

export const writeGateEnd = (end: GateEnd | undefined): void =>
  writeStored(NAME, end === undefined ? undefined : JSON.stringify(end))
