import type { EventReport, ScanStatistics } from '@kartis/contract/event-figures.ts'
import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { CleanDescription } from './description-cleaner.ts'
import type { EventRow } from './events-queries.ts'

/** The copy of an event that a transaction creates. */
export interface EventCopy {
  readonly from: EventRow
  readonly toId: string
  /** Shifts a time of the original to the copy's. */
  readonly later: (at: Date) => Date
  /** Ids of the copies by the ids of the originals, of all rows copied so far. */
  readonly copies: Map<string, string>
}

/** Runs in the transaction that creates the copy. */
export type OnDuplicated = (platform: Platform, tx: Tx, copy: EventCopy) => Promise<void>
/** Runs in the transaction that moves the time or the place, when the producer wants buyers to be notified. */
export type OnMoved = (platform: Platform, tx: Tx, before: EventRow, after: EventRow) => Promise<void>

/** Runs in the transaction that changes who bears the service fee, with the event as it will be. */
type OnFeePayer = (tx: Tx, event: EventRow, now: Date) => Promise<Refusal | undefined>

/**
 * Functions of later modules that events call: ticket types, scan counters and the payout report of an event, and the
 * follow-ups of a change. They are passed when the module is built, because events may not import later modules.
 */
export interface EventExtensions {
  readonly ticketTypes: (db: Db, eventIds: readonly string[], role: Role, now: Date) => Promise<TicketType[]>
  readonly publicTicketTypes: (db: Db, event: EventRow, lang: Lang, now: Date) => Promise<PublicEvent['events_tickets']>
  /** The seats of an event for its sale page; null for an event without seats. */
  readonly seatMap: (db: Db, eventId: string) => Promise<PublicEvent['seat_map']>
  /** The gates that the sections of the halls of events name; an event without any has no entry. */
  readonly seatGates: (db: Db, eventIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
  readonly scanStatistics: (db: Db, eventIds: readonly string[]) => Promise<Map<string, ScanStatistics>>
  readonly report: (platform: Platform, event: EventRow, now: Date) => Promise<EventReport>
  /** Run in order: a later function finds in `copies` what an earlier one copied. */
  readonly onDuplicated: readonly OnDuplicated[]
  readonly onMoved: readonly OnMoved[]
  readonly onFeePayer: OnFeePayer
}

/** The platform and the extensions of the events module. */
export interface EventsPlatform extends Platform {
  readonly extensions: EventExtensions
  readonly cleanDescription: CleanDescription
}
