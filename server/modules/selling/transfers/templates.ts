import { momentShortText } from '@kartis/i18n/format.ts'
import { defineTemplate, smsName } from '../../../platform/notifications/template.ts'
import { eventFacts, type EventParams } from '../orders/index.ts'

/** Tells the buyer who holds a ticket now. */
export const ticketTransferred = defineTemplate(
  'ticket_transferred',
  (params: EventParams & { readonly name: string; readonly number: string; readonly link: string }, context) => {
    const { t } = context
    const { event, name, number, link } = params
    return {
      sms: t('messages:ticket_transferred.sms', { event: smsName(event), name: smsName(name), number, link }),
      email: {
        subject: t('messages:ticket_transferred.subject', { event }),
        title: t('messages:ticket_transferred.title', { name }),
        lines: [t('messages:ticket_transferred.body', { number })],
        facts: eventFacts(params, context),
        button: { text: t('messages:ticket_transferred.button'), link },
        note: t('messages:ticket_transferred.note'),
      },
    }
  },
)

const toHolder = (template: 'ticket_received' | 'ticket_link_changed') =>
  defineTemplate(template, (params: EventParams & { readonly link: string }, { t, lang }) => {
    const { event, link } = params
    const when = momentShortText(params.startsAt, lang, params.timezone)
    return {
      sms: t(`messages:${template}.sms`, { event: smsName(event), when, link }),
      email: { subject: t(`messages:${template}.subject`, { event }), title: event, lines: [], facts: [] },
    }
  })

/** The link of a ticket to whoever has accepted it. */
export const ticketReceived = toHolder('ticket_received')

/** The producer has issued a ticket anew that another person holds: the link of before has ended. */
export const ticketLinkChanged = toHolder('ticket_link_changed')

/** Tells whoever holds a ticket that it was cancelled. A refund is the buyer's, and no matter of this message. */
export const heldTicketCancelled = defineTemplate(
  'held_ticket_cancelled',
  ({ event, number }: EventParams & { readonly number: string }, { t }) => ({
    sms: t('messages:held_ticket_cancelled.sms', { event: smsName(event), number }),
    email: { subject: t('messages:held_ticket_cancelled.subject', { event }), title: event, lines: [], facts: [] },
  }),
)
