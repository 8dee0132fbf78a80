import { defineTemplate } from '../../../platform/notifications/template.ts'

interface Code {
  readonly minutes: number
  /** Of somebody who is signed in already and confirms an act: nobody signs in with it. */
  readonly confirms?: boolean
}

/** A one-time code; the code itself is the message's `secret`. */
export const loginCode = defineTemplate(
  'login_code',
  ({ minutes, confirms = false }: Code, { t, host, code }) => {
    const kind = confirms ? 'confirm_code' : 'login_code'
    return {
      // The last line binds the code to this site: phones offer to fill it in here and nowhere else.
      sms: `${t(`messages:${kind}.sms`, { code })}\n\n@${host} #${code}`,
      email: {
        subject: t(`messages:${kind}.subject`),
        title: t(`messages:${kind}.title`),
        lines: [t(`messages:${kind}.body`, { minutes })],
        facts: [],
        code,
        note: t(`messages:${kind}.note`),
      },
    }
  },
  { urgent: true, expiresAfterMinutes: 5 },
)
