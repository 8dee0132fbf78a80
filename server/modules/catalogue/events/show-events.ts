import type { Event, listEvents, showEvent } from '@kartis/contract/events.ts'
import type { QueryOf } from '@kartis/contract/endpoint.ts'
import { can, type Permission, type Role } from '@kartis/domain/permissions.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { feeContractAt } from '../../people/accounts/index.ts'
import { attachmentsOf } from '../../people/attachments/index.ts'
import { formsByIds } from '../forms/index.ts'
import { artistsOf, categoriesOf, formIdsOf } from './event-links-queries.ts'
import { eventStatistics } from './event-statistics.ts'
import { viewCategory, viewEvent } from './event-view.ts'
import type { EventRow } from './events-queries.ts'
import { eventExtensions } from './extensions.ts'
import { revenueOf, typeStockOf } from './statistics-queries.ts'

export type Relation = NonNullable<QueryOf<typeof showEvent>['with']>[number]
export type Figure = NonNullable<QueryOf<typeof showEvent>['append']>[number]
export type ListAsk = QueryOf<typeof listEvents>

export interface Showing {
  readonly with: readonly string[]
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

/** `forbidden` when the caller's role may not see one of the figures that he asks for. */
export const checkFigures = (role: Role, append: readonly string[]): Refusal | undefined =>
  append.every((figure) => can(role, PERMISSION_OF[figure] ?? 'event.statistics')) ? undefined : refuse('forbidden')

const groupBy = <T extends { event_id: string }>(rows: readonly T[]): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(row.event_id, [...(groups.get(row.event_id) ?? []), row])
  return groups
}

const loadRelations = async (platform: Platform, ids: readonly string[], show: Showing) => {
  const { db } = platform
  const asked = (name: string): boolean => show.with.includes(name)
  const formLinks = asked('forms') ? await formIdsOf(db, ids) : []
  const [categories, artists, attachments, forms, ticketTypes, contract] = await Promise.all([
    categoriesOf(db, ids).then(groupBy),
    asked('artists') ? artistsOf(db, ids).then(groupBy) : new Map<string, Array<{ name: string }>>(),
    attachmentsOf(platform, 'event', ids),
    formLinks.length > 0
      ? formsByIds(
          db,
          show.account.id,
          formLinks.map((link) => link.form_id),
          show.account.role,
        )
      : [],
    asked('events_tickets') && can(show.account.role, 'ticket_type.list')
      ? eventExtensions(platform).ticketTypes(db, ids, show.account.role, show.now)
      : [],
    asked('accounts_contract') ? feeContractAt(db, show.account.id, show.now) : undefined,
  ])
  return { categories, artists, attachments, forms, formLinks, ticketTypes, contract }
}

type Loaded = Awaited<ReturnType<typeof loadRelations>>

const relationsOf = (event: EventRow, loaded: Loaded, show: Showing): Partial<Event> => {
  const asked = (name: string): boolean => show.with.includes(name)
  return {
    ...(asked('categories') && {
      categories: (loaded.categories.get(event.id) ?? []).map((row) => viewCategory(row, show.lang)),
    }),
    ...(asked('artists') && { artists: (loaded.artists.get(event.id) ?? []).map((row) => row.name) }),
    ...(asked('attachments') && { attachments: loaded.attachments.get(event.id) ?? [] }),
    ...(asked('settings') && { settings: event.settings }),
    ...(asked('forms') && {
      forms: loaded.formLinks
        .filter((link) => link.event_id === event.id)
        .flatMap((link) => loaded.forms.filter((form) => form.uuid === link.form_id)),
    }),
    // How many were sold at which price is turnover: for managers.
    ...(asked('events_tickets') &&
      can(show.account.role, 'ticket_type.list') && {
        events_tickets: loaded.ticketTypes.filter((type) => type.event_uuid === event.id),
      }),
    ...(asked('accounts_contract') &&
      can(show.account.role, 'report.read') &&
      loaded.contract && { accounts_contract: loaded.contract }),
  }
}

const figuresOf = async (platform: Platform, event: EventRow, show: Showing): Promise<Partial<Event>> => ({
  ...(show.append.includes('statistics') && { statistics: await eventStatistics(platform.db, event, show.now) }),
  ...(show.append.includes('report') && {
    report: await eventExtensions(platform).report(platform.reportDb, event, show.now),
  }),
})

/** Rows as replies, with the relations and figures asked for; a fixed number of statements, however many the rows. */
export const showEvents = async (platform: Platform, rows: readonly EventRow[], show: Showing): Promise<Event[]> => {
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  const [types, revenue, loaded, scans] = await Promise.all([
    typeStockOf(platform.db, ids).then(groupBy),
    can(show.account.role, 'event.statistics') ? revenueOf(platform.db, ids) : new Map<string, number>(),
    loadRelations(platform, ids, show),
    show.append.includes('scan_statistics') ? eventExtensions(platform).scanStatistics(platform.db, ids) : undefined,
  ])
  const { role } = show.account
  return Promise.all(
    rows.map(async (event) => ({
      ...viewEvent(event, {
        types: types.get(event.id) ?? [],
        revenue: revenue.get(event.id) ?? 0,
        categories: (loaded.categories.get(event.id) ?? []).length,
        images: (loaded.attachments.get(event.id) ?? []).length,
        publicUrl: platform.settings.publicUrl,
        role,
        now: show.now,
      }),
      ...relationsOf(event, loaded, show),
      ...(scans && {
        scan_statistics: scans.get(event.id) ?? { total_scanned: 0, total_unscanned: 0, total_tickets: 0 },
      }),
      ...(await figuresOf(platform, event, show)),
    })),
  )
}
