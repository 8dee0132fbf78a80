import { momentShortText } from '@kartis/i18n/format.ts'
import { defineTemplate, smsName } from '../../../platform/notifications/template.ts'

interface GateLink {
  /** The event's name. */
  readonly event: string
  readonly gate: string | null
  readonly until: Date
  readonly zone: string
  readonly link: string
}

/** Brings a helper the link that makes a phone a device at the gate. Useless once somebody has opened it. */
export const gateLink = defineTemplate(
  'gate_link',
  ({ event, gate, until, zone, link }: GateLink, { t, lang }) => {
    const when = momentShortText(until.toISOString(), lang, zone)
    return {
      sms: t('messages:gate_link.sms', { event: smsName(event), link }),
      email: {
        subject: t('messages:gate_link.subject', { event }),
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
