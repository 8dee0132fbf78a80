import type { Event } from '@kartis/contract/events.ts'
import type { PublicEventBrief } from '@kartis/contract/public-events.ts'
import type { Translate } from '@kartis/i18n/server.ts'
import type { ColumnOf } from '../../../platform/export/xlsx.ts'
import type { ListSheet } from '../../../platform/http/list-routes.ts'

type Address = Pick<Event, 'address_street' | 'address_street_number'>

const streetOf = (event: Address): string =>
  [event.address_street, event.address_street_number].filter(Boolean).join(' ')

type Dated = Address & Pick<Event, 'name' | 'starts_at' | 'ends_at' | 'address_city'>

/** What and when, then where; widths in characters. */
const factsOf = <T extends Dated>(t: Translate, venueOf: (event: T) => string | undefined): ColumnOf<T>[] => [
  { title: t('export:column.event'), kind: 'text', width: 34, cell: (event) => event.name },
  { title: t('export:column.starts_at'), kind: 'date', width: 17, cell: (event) => new Date(event.starts_at) },
  { title: t('export:column.ends_at'), kind: 'date', width: 17, cell: (event) => new Date(event.ends_at) },
  { title: t('export:column.venue'), kind: 'text', width: 24, cell: venueOf },
  { title: t('export:column.street'), kind: 'text', width: 22, cell: streetOf },
  { title: t('export:column.city'), kind: 'text', width: 18, cell: (event) => event.address_city },
]

/** Neither a draft like others nor in the archive. */
const isCancelled = ({ cancelled_at: at, status }: Event): boolean => at !== null && status === 'draft'

/** A producer's events, with the sales of each. */
export const eventsSheet: ListSheet<Event> = {
  title: (t) => t('export:events'),
  columns: (t) => [
    ...factsOf<Event>(t, ({ venue }) => (typeof venue === 'string' ? venue : venue?.name)),
    {
      title: t('export:column.status'),
      kind: 'text',
      width: 14,
      cell: (event) => t(`states:event_status.${isCancelled(event) ? 'cancelled' : event.status}`),
    },
    { title: t('export:column.sold'), kind: 'number', width: 11, cell: (event) => event.sales?.sold },
    { title: t('export:column.offered'), kind: 'number', width: 11, cell: (event) => event.sales?.total },
    { title: t('export:column.total'), kind: 'money', width: 14, cell: (event) => event.sales?.sum_total_amount },
  ],
}

/** Published events, with their lowest price and their page. */
export const publicEventsSheet: ListSheet<PublicEventBrief> = {
  title: (t) => t('export:events'),
  columns: (t) => [
    ...factsOf<PublicEventBrief>(t, (event) => event.address_description),
    { title: t('export:column.price_from'), kind: 'money', width: 14, cell: (event) => event.price_from },
    { title: t('export:column.url'), kind: 'text', width: 40, cell: (event) => event.url },
  ],
}
