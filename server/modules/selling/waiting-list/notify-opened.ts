import { inTransaction } from '../../../platform/database/db.ts'
import { defineTemplate, smsName } from '../../../platform/notifications/template.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow, type EventRow } from '../../catalogue/events/index.ts'
import { eventNameIn } from '../orders/index.ts'
import { takeDue } from './waiting-list-queries.ts'

/** People who are notified in one transaction. */
const PAGE = 500

/** The sale that somebody asked about has opened. */
const saleOpened = defineTemplate(
  'sale_opened',
  ({ event, link }: { readonly event: string; readonly link: string }, { t }) => ({
    sms: t('messages:sale_opened.sms', { event: smsName(event), link }),
    email: { subject: t('messages:sale_opened.subject', { event }), title: event, lines: [], facts: [] },
  }),
)

const notifyPage = (platform: Platform): Promise<number> =>
  inTransaction(platform.db, async (tx) => {
    const due = await takeDue(tx, platform.clock(), PAGE)
    const events = new Map<string, EventRow | undefined>()
    for (const id of new Set(due.map((entry) => entry.event_id))) events.set(id, await anyEventRow(tx, id))
    await platform.notifications.sendMany(
      tx,
      due.flatMap((entry) => {
        const event = events.get(entry.event_id)
        if (!event) return []
        const link = `${platform.settings.publicUrl}/order/${event.slug}`
        const content = saleOpened({ event: eventNameIn(event, entry.lang), link })
        const about = { lang: entry.lang, accountId: entry.account_id, eventId: entry.event_id }
        return [{ content, channel: 'sms' as const, to: entry.phone, ...about }]
      }),
    )
    return due.length
  })

/** Tells those who asked that a sale has opened, each once. */
export const notifyOpened = async (platform: Platform): Promise<void> => {
  while ((await notifyPage(platform)) === PAGE);
}
