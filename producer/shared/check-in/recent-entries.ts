import { cacheOwner } from '../offline/last-contact.ts'
import { readStoredJson, writeStored } from '../storage.ts'

/** An entry that this device made. */
export interface Admitted {
  readonly scanUuid: string
  readonly ticketUuid: string
  /** Empty offline for a ticket that was sold after the list was loaded. */
  readonly number: string
  readonly holder: string | null
  /** Name of the ticket type. */
  readonly name: string
  readonly at: string
  /** It had entered before. */
  readonly isAgain?: boolean
}

interface Stored {
  readonly owner: string
  readonly event: string
  readonly entries: readonly Admitted[]
}

/** Of one event: whoever goes to another gate begins there. Deleted at sign-out. */
const NAME = 'kept:recent_entries'

const stored = (): Partial<Stored> => {
  const value = readStoredJson(NAME)
  return typeof value === 'object' && value !== null ? value : {}
}

/** The last entries of this device at an event, as far as whoever is signed in made them. */
export const readRecentEntries = (event: string): readonly Admitted[] => {
  const { owner, event: of, entries = [] } = stored()
  return of === event && owner !== undefined && owner === cacheOwner() ? entries : []
}

/** Stores the last entries of this device, without names of guests: these lie on the device sealed alone. */
export const saveRecentEntries = (event: string, entries: readonly Admitted[]): void => {
  const owner = cacheOwner()
  if (owner === undefined) return
  // A page that shows none yet does not delete those of another event, or of somebody else.
  const { owner: storedOwner, event: storedEvent } = stored()
  if (entries.length === 0 && (storedEvent !== event || storedOwner !== owner)) return
  const next: Stored = { owner, event, entries: entries.map((entry) => ({ ...entry, holder: null })) }
  writeStored(NAME, JSON.stringify(next))
}

/** Deletes them when the permission of an owner ends. */
export const forgetRecentEntries = (owner: string): void => {
  if (stored().owner === owner) writeStored(NAME, undefined)
}
