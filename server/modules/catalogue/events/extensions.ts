import type { EventReport, ScanStatistics } from '@kartis/contract/event-figures.ts'
import type { PublicEvent } from '@kartis/contract/public-events.ts'
import type { TicketType } from '@kartis/contract/tickets.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Role } from '@kartis/domain/permissions.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from './events-queries.ts'

/**
 * What an event shows of rooms that come after it (ticket types, scans, the payout report): those rooms put their functions
 * here when they are registered, so that events need not know them.
 */
export interface EventExtensions {
  ticketTypes(db: Db, eventIds: readonly string[], role: Role, now: Date): Promise<TicketType[]>
  publicTicketTypes(db: Db, event: EventRow, lang: Lang, now: Date): Promise<PublicEvent['events_tickets']>
  scanStatistics(db: Db, eventIds: readonly string[]): Promise<Map<string, ScanStatistics>>
  report(db: Db, event: EventRow, now: Date): Promise<EventReport>
  /**
   * Runs in the transaction that made the copy, in the order of the rooms. `later` moves a time as the copy was moved;
   * `copies` says which row became which, for rooms that come after and name it.
   */
  duplicated: Array<
    (tx: Tx, from: EventRow, toId: string, later: (at: Date) => Date, copies: Map<string, string>) => Promise<void>
  >
  /** Runs in the transaction that moved the time or the place, when the producer asked that buyers be told. */
  moved: Array<(tx: Tx, before: EventRow, after: EventRow) => Promise<void>>
}

const notYet = (part: string) => async (): Promise<never> => {
  throw new Error(`no room has given events its ${part}`)
}

const partsOf = new WeakMap<Platform, EventExtensions>()

/** The parts of this application, made at the first call. */
export const eventExtensions = (platform: Platform): EventExtensions => {
  const known = partsOf.get(platform)
  if (known) return known
  const fresh: EventExtensions = {
    ticketTypes: notYet('ticket types'),
    publicTicketTypes: notYet('ticket types on the sale page'),
    scanStatistics: notYet('scan counters'),
    report: notYet('payout report'),
    duplicated: [],
    moved: [],
  }
  partsOf.set(platform, fresh)
  return fresh
}
