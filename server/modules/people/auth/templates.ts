import type { SentPurpose } from '@kartis/domain/code-purpose.ts'
import { defineTemplate } from '../../../platform/notifications/template.ts'

interface Code {
  readonly minutes: number
  readonly purpose: SentPurpose
}

/** A one-time code, with what it is for: whoever is asked to read it aloud sees what it would open. The code itself is the message's `secret`. */
export const loginCode = defineTemplate(
  'login_code',
  ({ minutes, purpose }: Code, { t, host, code }) => {
    const kind = `codes.${purpose}`
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
