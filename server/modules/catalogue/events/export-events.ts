import type { Event } from '@kartis/contract/events.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Download } from '../../../platform/http/download.ts'
import { type ListColumn, listDownload } from '../../../platform/export/list-export.ts'
import type { Lang } from '@kartis/i18n/lang.ts'

const streetOf = (event: Event): string => [event.address_street, event.address_street_number].filter(Boolean).join(' ')

/** Events of a list as an .xlsx, with what each sold. */
export const exportEvents = (events: AsyncIterable<Event>, call: { lang: Lang; now: Date }): Download => {
  const words = translatorFor(call.lang)
  const columns: ListColumn<Event>[] = [
    [words('export:column.event'), 'text', 34, (event) => event.name],
    [words('export:column.starts_at'), 'date', 17, (event) => new Date(event.starts_at)],
    [words('export:column.ends_at'), 'date', 17, (event) => new Date(event.ends_at)],
    [words('export:column.venue'), 'text', 24, (event) => event.venue],
    [words('export:column.street'), 'text', 22, streetOf],
    [words('export:column.city'), 'text', 18, (event) => event.address_city],
    [words('export:column.status'), 'text', 14, (event) => words(`states:event_status.${event.status}`)],
    [words('export:column.sold'), 'number', 11, (event) => event.sales?.sold],
    [words('export:column.offered'), 'number', 11, (event) => event.sales?.total],
    [words('export:column.total'), 'money', 14, (event) => event.sales?.sum_total_amount],
  ]
  return listDownload(words('export:events'), columns, events, call)
}
