import type { ListedTicket } from '@kartis/contract/admission.ts'
import { Dexie, type Table } from 'dexie'

/** The answer to one question of the app, of one person in one account. */
export interface CachedPage {
  /** Owner, account and question in one. */
  readonly id: string
  readonly owner: string
  /** Empty for what belongs to the person in all accounts. */
  readonly account: string
  readonly question: readonly unknown[]
  readonly data: unknown
}

/** What a phone knows of one event's door, but for the tickets themselves. */
export interface StoredAdmissionList {
  readonly event: string
  readonly owner: string
  readonly account: string
  readonly publicKey: string
  readonly opensAt: string | null
  readonly closesAt: string | null
  readonly types: readonly { readonly type: string; readonly uuid: string; readonly name: string }[]
  /** The server's instant that the next question asks from. */
  readonly asOf: string
  /** When it was brought up to date, by this device's clock. */
  readonly refreshedAt: number
  /** When it was read from end to end, by this device's clock. */
  readonly fullAt: number
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  readonly aheadMs: number
}

export interface StoredTicket extends ListedTicket {
  readonly event: string
}

/** A ticket that was let in without asking the server. */
export interface StoredScan {
  readonly scan_uuid: string
  readonly event: string
  readonly owner: string
  readonly account: string
  /** What was read, as it is to be sent. */
  readonly text: string
  readonly ticket_uuid: string
  readonly name: string
  readonly device_id: string
  readonly gate: string | null
  readonly scanned_at: string
  readonly state: 'waiting' | 'refused'
  /** What the server said when it heard of it. */
  readonly refusal?: {
    readonly code: string
    readonly description: string
    readonly detail: Readonly<Record<string, unknown>>
  }
}

class OfflineDatabase extends Dexie {
  readonly pages: Table<CachedPage, string>
  readonly lists: Table<StoredAdmissionList, string>
  readonly tickets: Table<StoredTicket, [string, string]>
  readonly scans: Table<StoredScan, string>

  constructor() {
    super('kartis')
    this.version(1).stores({
      pages: 'id, owner',
      lists: 'event, owner',
      tickets: '[event+uuid], event',
      scans: 'scan_uuid, owner, event',
    })
    this.pages = this.table('pages')
    this.lists = this.table('lists')
    this.tickets = this.table('tickets')
    this.scans = this.table('scans')
  }
}

/** What this device keeps for hours without a network. Loaded only when something is to be kept or read. */
export const database = new OfflineDatabase()

/** Drops the lists of these events with all their tickets. */
export const dropLists = async (events: readonly string[]): Promise<void> => {
  await database.transaction('rw', database.lists, database.tickets, async () => {
    await database.lists.bulkDelete([...events])
    for (const event of events) await database.tickets.where('event').equals(event).delete()
  })
}
