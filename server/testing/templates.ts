import type { Lang } from '@kartis/i18n/lang.ts'
import { type EmailFrame, emailText } from '../platform/notifications/email/email-message.ts'
import { emailHtml } from './email-html.ts'
import { sentencesIn } from '../platform/notifications/sentences.ts'
import {
  defineTemplate,
  type MessageContent,
  type RenderContext,
  type RenderedMessage,
} from '../platform/notifications/template.ts'

const email = { title: 'כותרת', lines: [], facts: [] }

/** A login code, as far as tests of the platform need one. */
export const testCode = defineTemplate(
  'login_code',
  (_: object, { host, code }) => ({ sms: `${code}\n\n@${host} #${code}`, email: { ...email, subject: 'קוד' } }),
  { urgent: true, expiresAfterMinutes: 5 },
)

/** A message with a link to tickets. */
export const testTickets = defineTemplate(
  'tickets_ready',
  ({ event, link }: { readonly event: string; readonly link: string }) => ({
    sms: `${event} ${link}`,
    email: { ...email, subject: event, button: { text: 'לכרטיסים', link } },
  }),
)

export const emailFrame = (lang: Lang): EmailFrame => ({ lang, brand: 'Kartis', footer: 'foot', openLink: 'copy' })

/** A message rendered for both channels; `all` is every text of it. */
export const renderIn = (lang: Lang, content: MessageContent): RenderedMessage & { readonly all: string } => {
  const context: RenderContext = { t: sentencesIn(lang), lang, host: 'tickets.example.co.il', code: '482913' }
  const rendered = content.render(context)
  const frame = emailFrame(lang)
  return {
    ...rendered,
    all: [rendered.sms, emailText(rendered.email, frame), emailHtml(rendered.email, frame)].join('\n'),
  }
}
