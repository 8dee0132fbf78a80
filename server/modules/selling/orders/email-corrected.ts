import { defineTemplate, smsName } from '../../../platform/notifications/template.ts'

/** Tells the former address of an order that its tickets go to another one: without the new address and without a link. */
export const emailCorrected = defineTemplate(
  'email_corrected',
  ({ event, number }: { readonly event: string; readonly number: string }, { t }) => ({
    sms: t('messages:email_corrected.sms', { event: smsName(event), number }),
    email: {
      subject: t('messages:email_corrected.subject', { number }),
      title: t('messages:email_corrected.title'),
      lines: [t('messages:email_corrected.body')],
      facts: [
        [t('messages:fact.event'), event],
        [t('messages:fact.order'), number],
      ],
      note: t('messages:email_corrected.note'),
    },
  }),
)
