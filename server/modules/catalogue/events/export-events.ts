import type { Event } from '@kartis/contract/events.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Download } from '../../../platform/http/download.ts'
import { type ListColumn, listDownload } from '../../../platform/export/list-export.ts'
import type { Lang } from '@kartis/i18n/lang.ts'

const streetOf = (event: Event): string => [event.address_street, event.address_street_number].filter(Boolean).join(' ')

/** Events of a list as an .xlsx, with the sales of each. */
export const exportEvents = (events: AsyncIterable<Event>, call: { lang: Lang; now: Date }): Download => {
  const t = translatorFor(call.lang)
  const columns: ListColumn<Event>[] = [
    [t('export:column.event'), 'text', 34, (event) => event.name],
    [t('export:column.starts_at'), 'date', 17, (event) => new Date(event.starts_at)],
    [t('export:column.ends_at'), 'date', 17, (event) => new Date(event.ends_at)],
    [
      t('export:column.venue'),
      'text',
      24,
      (event) => (typeof event.venue === 'string' ? event.venue : event.venue?.name),
    ],
    [t('export:column.street'), 'text', 22, streetOf],
    [t('export:column.city'), 'text', 18, (event) => event.address_city],
    [t('export:column.status'), 'text', 14, (event) => t(`states:event_status.${event.status}`)],
    [t('export:column.sold'), 'number', 11, (event) => event.sales?.sold],
    [t('export:column.offered'), 'number', 11, (event) => event.sales?.total],
    [t('export:column.total'), 'money', 14, (event) => event.sales?.sum_total_amount],
  ]
  return listDownload(t('export:events'), columns, events, call)
}
