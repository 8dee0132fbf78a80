import { smsParts } from '@kartis/domain/buyer-message.ts'
import { momentShortText } from '@kartis/i18n/format.ts'
import { defineTemplate, smsName } from '../../../platform/notifications/template.ts'

interface GateLink {
  /** The name of the account that sends the link. */
  readonly account: string
  /** The event's name. */
  readonly event: string
  readonly gate: string | null
  readonly until: Date
  readonly zone: string
  readonly link: string
}

/** How long the names in the SMS may be, best first; fewer letters would not be recognised. */
const NAME_CHARS = [34, 28, 22, 16] as const

/** The SMS of the fewest parts, with the longest names that these hold. */
const fewestParts = (sms: (nameChars: number) => string): string => {
  const least = smsParts(sms(NAME_CHARS[3]))
  return sms(NAME_CHARS.find((chars) => smsParts(sms(chars)) === least) ?? NAME_CHARS[3])
}

/** Brings a helper the link that makes a phone a device at the gate. Useless once somebody has opened it. */
export const gateLink = defineTemplate(
  'gate_link',
  ({ account, event, gate, until, zone, link }: GateLink, { t, lang }) => {
    const when = momentShortText(until.toISOString(), lang, zone)
    return {
      sms: fewestParts((max) =>
        t('messages:gate_link.sms', { account: smsName(account, max), event: smsName(event, max), when, link }),
      ),
      email: {
        subject: t('messages:gate_link.subject', { account, event }),
        title: t('messages:gate_link.title'),
        lines: [t('messages:gate_link.body', { event })],
        facts: [
          [t('messages:fact.event'), event],
          ...(gate === null ? [] : ([[t('messages:fact.where'), gate]] as const)),
          [t('messages:fact.until'), when],
        ],
        button: { text: t('messages:gate_link.button'), link },
        note: t('messages:gate_link.note'),
      },
    }
  },
  { urgent: true },
)
