import { defineTemplate } from '../../../platform/notifications/template.ts'

/** The one-time code of a sign-in; the code itself is the message's `secret`. */
export const loginCode = defineTemplate(
  'login_code',
  ({ minutes }: { readonly minutes: number }, { t, host, code }) => ({
    // The last line binds the code to this site: phones offer to fill it in here and nowhere else.
    sms: `${t('messages:login_code.sms', { code })}\n\n@${host} #${code}`,
    email: {
      subject: t('messages:login_code.subject'),
      title: t('messages:login_code.title'),
      lines: [t('messages:login_code.body', { minutes })],
      facts: [],
      code,
      note: t('messages:login_code.note'),
    },
  }),
  { urgent: true, expiresAfterMinutes: 5 },
)
