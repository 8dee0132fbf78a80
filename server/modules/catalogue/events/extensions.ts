import type { EventReport, ScanStatistics } from '@kartis/contract/event-figures.ts'
import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from './events-queries.ts'

/** A copy of an event that is being made. */
export interface EventCopy {
  readonly from: EventRow
  readonly toId: string
  /** Shifts a time by the distance between the original and the copy. */
  readonly later: (at: Date) => Date
  /** New id by old id of everything copied so far. */
  readonly copies: Map<string, string>
}

/** Runs in the transaction that makes the copy. */
export type OnDuplicated = (platform: Platform, tx: Tx, copy: EventCopy) => Promise<void>
/** Runs in the transaction that moves the time or the place, when the producer wants buyers to be notified. */
export type OnMoved = (platform: Platform, tx: Tx, before: EventRow, after: EventRow) => Promise<void>

/**
 * What events show of modules that come after them (ticket types, scans, the payout report) and what follows from a change
 * of an event. Passed when the module is built, so that events need not import those modules.
 */
export interface EventExtensions {
  readonly ticketTypes: (db: Db, eventIds: readonly string[], role: Role, now: Date) => Promise<TicketType[]>
  readonly publicTicketTypes: (db: Db, event: EventRow, lang: Lang, now: Date) => Promise<PublicEvent['events_tickets']>
  readonly scanStatistics: (db: Db, eventIds: readonly string[]) => Promise<Map<string, ScanStatistics>>
  readonly report: (db: Db, event: EventRow, now: Date) => Promise<EventReport>
  /** In order: a later one finds in `copies` what an earlier one copied. */
  readonly onDuplicated: readonly OnDuplicated[]
  readonly onMoved: readonly OnMoved[]
}

/** The platform with what the events module was built with. */
export interface EventsPlatform extends Platform {
  readonly extensions: EventExtensions
}
