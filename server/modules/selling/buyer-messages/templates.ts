import { withoutForeignAddresses } from '@kartis/domain/text.ts'
import { momentLongText } from '@kartis/i18n/format.ts'
import { directionOfText, inSentence } from '@kartis/i18n/plain-text.ts'
import { defineTemplate, smsLine, withoutCostlyMarks } from '../../../platform/notifications/template.ts'

interface BuyerMessage {
  readonly event: string
  readonly startsAt: Date
  readonly timezone: string
  readonly subject: string
  /** As the producer wrote it. */
  readonly text: string
}

/** The name of the event before the producer's own text, whose language is known by its letters alone. */
const before = (event: string, text: string): string => `${inSentence(event, directionOfText(text) ?? 'rtl')}: ${text}`

/**
 * The SMS of a service message: the producer's own text behind the name of the event. It links to the installation's own
 * `host` alone, as people take an SMS for the installation's own words.
 */
export const buyerSms = (event: string, text: string, host: string): string =>
  withoutCostlyMarks(before(smsLine(event), withoutForeignAddresses(text, host)))

/** A service message of the producer: the name of the event stands before it, so that people know who writes. */
export const buyerMessage = defineTemplate(
  'buyer_message',
  ({ event, startsAt, timezone, subject, text }: BuyerMessage, { t, lang, host }) => ({
    sms: buyerSms(event, text, host),
    email: {
      subject: before(event, subject),
      title: subject,
      lines: text.split(/\n+/).filter(Boolean),
      facts: [
        [t('messages:fact.event'), event],
        [t('messages:fact.when'), momentLongText(startsAt, lang, timezone)],
      ],
    },
  }),
)
