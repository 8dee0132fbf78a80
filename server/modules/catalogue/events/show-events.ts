import type { Event, showEvent } from '@kartis/contract/events.ts'
import type { QueryOf } from '@kartis/contract/endpoint.ts'
import { can, type Permission, type Role } from '@kartis/domain/permissions.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { venuesByIds, viewVenue } from '../venues/index.ts'
import { feeContractAt } from '../../people/accounts/index.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { formsByIds } from '../forms/index.ts'
import { type ArtistRow, artistsOf, categoriesOf, countsOf, formIdsOf } from './event-links-queries.ts'
import { eventStatistics } from './event-statistics.ts'
import { viewCategory, viewEvent } from './event-view.ts'
import type { EventRow } from './events-queries.ts'
import type { EventsPlatform } from './extensions.ts'
import { invitedOf, revenueOf, type TypeCountersRow, typeCountersOf, typeStockOf } from './statistics-queries.ts'

type Figure = NonNullable<QueryOf<typeof showEvent>['append']>[number]

export interface Showing {
  readonly with: readonly string[]
  readonly with_count?: readonly string[] | undefined
  readonly append: readonly string[]
  readonly account: { readonly id: string; readonly role: Role }
  readonly lang: Lang
  readonly now: Date
}

const PERMISSION_OF: Readonly<Record<string, Permission>> = {
  statistics: 'event.statistics',
  report: 'report.read',
  scan_statistics: 'scan.statistics',
}

/** Refuses (`forbidden`) a request for a figure that the caller's role may not see. */
export const refuseUnlessMaySee = (role: Role, append: readonly string[]): Refusal | undefined =>
  append.every((figure) => can(role, PERMISSION_OF[figure] ?? 'event.statistics')) ? undefined : refuse('forbidden')

const groupBy = <T extends { event_id: string }>(rows: readonly T[]): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(row.event_id, [...(groups.get(row.event_id) ?? []), row])
  return groups
}

const loadRelations = async (platform: EventsPlatform, rows: readonly EventRow[], show: Showing) => {
  const { db } = platform
  const ids = rows.map((row) => row.id)
  const venueIds = rows.flatMap((row) => row.venue_id ?? [])
  const isRequested = (name: string): boolean => show.with.includes(name)
  const seated = rows.filter(({ kind }) => kind === 'seats').map((row) => row.id)
  const formLinks = isRequested('forms') ? await formIdsOf(db, ids) : []
  const [categories, artists, attachments, forms, ticketTypes, contract, venues, counts, seatGates] = await Promise.all(
    [
      categoriesOf(db, ids).then(groupBy),
      isRequested('artists') ? artistsOf(db, ids).then(groupBy) : new Map<string, ArtistRow[]>(),
      attachmentsOf(platform, 'event', ids),
      formLinks.length > 0
        ? formsByIds(
            db,
            show.account.id,
            formLinks.map((link) => link.form_id),
            show.account.role,
          )
        : [],
      isRequested('events_tickets') && can(show.account.role, 'ticket_type.list')
        ? platform.extensions.ticketTypes(db, ids, show.account.role, show.now)
        : [],
      isRequested('accounts_contract') ? feeContractAt(db, show.account.id, show.now) : undefined,
      isRequested('venue') && venueIds.length > 0 ? venuesByIds(db, show.account.id, venueIds) : [],
      show.with_count?.length ? countsOf(db, ids) : undefined,
      isRequested('settings') && seated.length > 0 ? platform.extensions.seatGates(db, seated) : undefined,
    ],
  )
  return {
    categories,
    artists,
    attachments,
    forms,
    formLinks,
    ticketTypes,
    contract,
    venues: venues.map(viewVenue),
    counts,
    seatGates,
  }
}

type Loaded = Awaited<ReturnType<typeof loadRelations>>

const relationsOf = (event: EventRow, loaded: Loaded, show: Showing): Partial<Event> => {
  const isRequested = (name: string): boolean => show.with.includes(name)
  return {
    ...(isRequested('categories') && {
      categories: (loaded.categories.get(event.id) ?? []).map((row) => viewCategory(row, show.lang)),
    }),
    ...(isRequested('artists') && {
      artists: (loaded.artists.get(event.id) ?? []).map((row) => row.name),
      artists_texts: (loaded.artists.get(event.id) ?? []).map(({ name, texts }) => ({ name, texts })),
    }),
    ...(isRequested('attachments') && { attachments: loaded.attachments.get(event.id) ?? [] }),
    ...(isRequested('venue') && { venue: loaded.venues.find(({ uuid }) => uuid === event.venue_id) ?? null }),
    ...(isRequested('settings') && {
      settings: event.settings,
      ...(event.kind === 'seats' && { seat_gates: [...(loaded.seatGates?.get(event.id) ?? [])] }),
    }),
    ...(isRequested('forms') && {
      forms: loaded.formLinks
        .filter((link) => link.event_id === event.id)
        .flatMap((link) => loaded.forms.filter((form) => form.uuid === link.form_id)),
    }),
    // The stock of ticket types with their prices reveals the turnover.
    ...(isRequested('events_tickets') &&
      can(show.account.role, 'ticket_type.list') && {
        events_tickets: loaded.ticketTypes.filter((type) => type.event_uuid === event.id),
      }),
    ...(isRequested('accounts_contract') &&
      can(show.account.role, 'report.read') &&
      loaded.contract && { accounts_contract: loaded.contract }),
    ...Object.fromEntries(
      Object.entries(loaded.counts?.get(event.id) ?? {}).filter(([name]) =>
        show.with_count?.some((counted) => name === `${counted}_count`),
      ),
    ),
  }
}

/** The requested figures, by event. A payout report is made for one event at a time: only one event shows it. */
const loadFigures = async (platform: EventsPlatform, rows: readonly EventRow[], show: Showing) => {
  const { db, extensions } = platform
  const isRequested = (figure: Figure): boolean => show.append.includes(figure)
  const ids = rows.map((row) => row.id)
  const [statistics, scans, reports] = await Promise.all([
    isRequested('statistics') ? eventStatistics(db, rows, show.now) : undefined,
    isRequested('scan_statistics') ? extensions.scanStatistics(db, ids) : undefined,
    isRequested('report') ? Promise.all(rows.map((event) => extensions.report(platform, event, show.now))) : undefined,
  ])
  const none = { total_scanned: 0, total_unscanned: 0, total_tickets: 0 }
  return (event: EventRow, index: number): Partial<Event> => ({
    ...(statistics && { statistics: statistics.get(event.id) }),
    ...(scans && { scan_statistics: scans.get(event.id) ?? none }),
    ...(reports && { report: reports[index] }),
  })
}

/**
 * Events as replies, with the requested relations and figures. The number of statements does not depend on the number of
 * events, except for the payout report, which the contract offers for one event only.
 */
export const showEvents = async (
  platform: EventsPlatform,
  rows: readonly EventRow[],
  show: Showing,
): Promise<Event[]> => {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const { role } = show.account
  const seesSales = can(role, 'event.statistics')
  const [types, counters, revenue, invited, loaded, figuresOf] = await Promise.all([
    typeStockOf(platform.db, ids).then(groupBy),
    seesSales ? typeCountersOf(platform.db, ids).then(groupBy) : new Map<string, TypeCountersRow[]>(),
    seesSales ? revenueOf(platform.db, ids) : new Map<string, number>(),
    seesSales ? invitedOf(platform.db, ids) : new Map<string, number>(),
    loadRelations(platform, rows, show),
    loadFigures(platform, rows, show),
  ])
  return rows.map((event, index) => ({
    ...viewEvent(event, {
      types: types.get(event.id) ?? [],
      counters: counters.get(event.id) ?? [],
      revenue: revenue.get(event.id) ?? 0,
      invited: invited.get(event.id) ?? 0,
      categories: (loaded.categories.get(event.id) ?? []).length,
      images: (loaded.attachments.get(event.id) ?? []).length,
      publicUrl: platform.settings.publicUrl,
      keys: platform.keys,
      role,
      now: show.now,
    }),
    ...relationsOf(event, loaded, show),
    ...figuresOf(event, index),
  }))
}
