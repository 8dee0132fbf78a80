import { momentLongText } from '@kartis/i18n/format.ts'
import { defineTemplate } from '../../../platform/notifications/template.ts'

interface BuyerMessage {
  readonly event: string
  readonly startsAt: Date
  readonly timezone: string
  readonly subject: string
  /** As the producer wrote it. */
  readonly text: string
}

/** A service message of the producer: the name of the event stands before it, so that people know who writes. */
export const buyerMessage = defineTemplate(
  'buyer_message',
  ({ event, startsAt, timezone, subject, text }: BuyerMessage, { t, lang }) => ({
    sms: `${event}: ${text}`,
    email: {
      subject: `${event}: ${subject}`,
      title: subject,
      lines: text.split(/\n+/).filter(Boolean),
      facts: [
        [t('messages:fact.event'), event],
        [t('messages:fact.when'), momentLongText(startsAt, lang, timezone)],
      ],
    },
  }),
)
