import type { ListedTicket } from '@kartis/contract/admission-list.ts'
import type { GateDirection, ReEntryRules } from '@kartis/domain/re-entry.ts'
import type { ManualReason } from '@kartis/domain/admission.ts'
import { Dexie, type Table } from 'dexie'

/** A stored query result of one user in one account. */
export interface CachedPage {
  /** Owner, account and query key as JSON. */
  readonly id: string
  readonly owner: string
  /** Empty for data of the user in all accounts. */
  readonly account: string
  readonly question: readonly unknown[]
  readonly data: unknown
}

/** An event's admission list without its tickets. */
export interface StoredAdmissionList {
  readonly event: string
  readonly owner: string
  readonly account: string
  readonly publicKey: string
  readonly opensAt: string | null
  readonly closesAt: string | null
  /** Gates and the uuids of the ticket types that enter at each; missing in lists of older versions. */
  readonly gates?: readonly {
    readonly name: string
    readonly ticket_types: readonly string[]
    readonly lanes?: readonly number[] | undefined
    readonly opens_at?: string | undefined
    readonly closes_at?: string | undefined
  }[]
  /** The gates that the sections of the hall name; missing without any, and in lists of older versions. */
  readonly seatGates?: readonly string[]
  readonly types: readonly {
    readonly type: string
    readonly uuid: string
    readonly name: string
    readonly opens_at?: string | undefined
    readonly closes_at?: string | undefined
  }[]
  /** Whether a ticket that has entered may enter again; missing in lists of older versions. */
  readonly reEntry?: ReEntryRules
  /** The number of the last change that it has; missing in lists of older versions. */
  readonly seq?: number
  /** How many lanes the event has; null or missing where its devices trust each other. */
  readonly lanes?: number | null
  /** The hub of the event when the list was loaded; missing in lists of older versions. */
  readonly hub?: { readonly hub: string; readonly name: string } | null
  /** Whether this person may admit a ticket of another lane. */
  readonly mayOverride?: boolean
  /** Whether the server accepts bare ticket uuids from this person; missing in lists of older versions. */
  readonly withUuids?: boolean
  /** Time of the last update, by this device's clock. */
  readonly refreshedAt: number
  /** Time of the last full load, by this device's clock. */
  readonly fullAt: number
  /** Server clock minus this device's clock, in milliseconds. */
  readonly aheadMs: number
}

/** A file of every ticket of an event, as the server sent it. */
export interface StoredSnapshot {
  /** The event, and whether it is the current one or the one before. */
  readonly id: string
  readonly event: string
  readonly owner: string
  readonly account: string
  readonly file: Uint8Array<ArrayBuffer>
  /** The event's key by which it was accepted; missing in files of older versions. */
  readonly publicKey?: string
  /** Time of its load, by this device's clock. */
  readonly at: number
}

/** The guests of an event in the sealed file of the server (`domain/gate-people.ts`). */
export interface StoredPeople {
  readonly event: string
  readonly owner: string
  readonly account: string
  readonly file: Uint8Array<ArrayBuffer>
  /** Time of its load, by this device's clock, and the number of the last change that the list had then. */
  readonly at: number
  readonly seq: number
}

/** What opens that file. No script can read its bytes. */
export interface StoredPeopleKey {
  readonly event: string
  readonly key: Awaited<ReturnType<typeof crypto.subtle.importKey>>
  readonly generation: number
  /** Server time; missing where an earlier version stored it. */
  readonly loadedAt?: number
  /** Server time. */
  readonly endsAt: number
  /** The latest server time that this device knows: a clock that is set back wins nothing. */
  readonly seenAt: number
}

export interface StoredTicket extends ListedTicket {
  readonly event: string
}

/** A scan that was decided offline. */
export interface StoredScan {
  readonly scan_uuid: string
  readonly event: string
  readonly owner: string
  readonly account: string
  /** The scanned text, as it is sent to the server. */
  readonly text: string
  readonly ticket_uuid: string
  readonly name: string
  /** Why no code was scanned, for an entry by hand. */
  readonly manual?: { readonly reason: ManualReason; readonly note: string | null }
  /** An entry without it. */
  readonly direction?: GateDirection
  /** A lead admitted it although it belongs to another lane. */
  readonly isOverride?: boolean
  /** The device at the gate. */
  readonly device_id: string
  /** How it was decided; by the list of the device itself without it. */
  readonly mode?: 'hub' | 'alone'
  /** On the hub: its own id, under which it sends what other devices did. */
  readonly by?: string
  /** On the hub: it waits for so long for the phone to say that its guest went in, by this device's clock. */
  readonly held_until?: string
  readonly gate: string | null
  /** Server time, as far as this device knew it. */
  readonly scanned_at: string
  /** The time by this device's clock, and the place in its sequence; missing in scans of older versions. */
  readonly device_at?: string
  readonly device_seq?: number
  /** `waiting`: admitted here and not sent yet. `turned_away`: refused here and not sent yet. `refused`: sent, and in doubt. */
  readonly state: 'waiting' | 'turned_away' | 'refused'
  /** The server's refusal or conflict, once it was sent; of `turned_away` the refusal of this device. */
  readonly refusal?: {
    readonly code: string
    readonly description: string
    readonly detail: Readonly<Record<string, unknown>>
  }
}

/** That the database was there before: one without it is new, or the browser has thrown away the one that was. */
export interface StoredMark {
  readonly id: string
}

class OfflineDatabase extends Dexie {
  readonly pages: Table<CachedPage, string>
  readonly lists: Table<StoredAdmissionList, string>
  readonly tickets: Table<StoredTicket, [string, string]>
  readonly scans: Table<StoredScan, string>
  readonly snapshots: Table<StoredSnapshot, string>
  readonly people: Table<StoredPeople, string>
  readonly peopleKeys: Table<StoredPeopleKey, string>
  readonly marks: Table<StoredMark, string>

  constructor() {
    super('kartis')
    this.version(1).stores({
      pages: 'id, owner',
      lists: 'event, owner',
      tickets: '[event+uuid], event',
      scans: 'scan_uuid, owner, event',
    })
    this.version(2).stores({ snapshots: 'id, event' })
    this.version(3)
      .stores({ people: 'event', peopleKeys: 'event' })
      // Lists of before had the names of guests.
      .upgrade((upgrade) =>
        upgrade
          .table('tickets')
          .toCollection()
          .modify((ticket: { holder?: string; phone_end?: string }) => {
            delete ticket.holder
            delete ticket.phone_end
          }),
      )
    this.version(4).stores({ marks: 'id' })
    this.pages = this.table('pages')
    this.lists = this.table('lists')
    this.tickets = this.table('tickets')
    this.scans = this.table('scans')
    this.snapshots = this.table('snapshots')
    this.people = this.table('people')
    this.peopleKeys = this.table('peopleKeys')
    this.marks = this.table('marks')
  }
}

/** IndexedDB for hours without a network. Loaded on demand. */
export const database = new OfflineDatabase()

/** Deletes the admission lists of these events with all their tickets. */
export const dropLists = async (events: readonly string[]): Promise<void> => {
  const { lists, tickets, snapshots, people, peopleKeys } = database
  await database.transaction('rw', [lists, tickets, snapshots, people, peopleKeys], async () => {
    for (const table of [lists, people, peopleKeys]) await table.bulkDelete([...events])
    for (const event of events) {
      await tickets.where('event').equals(event).delete()
      await snapshots.where('event').equals(event).delete()
    }
  })
}
