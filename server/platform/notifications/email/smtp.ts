import { createTransport } from 'nodemailer'
import { delivered, type Delivery, type MessageProvider, permanentFailure, retryLater } from '../provider.ts'

interface SmtpError {
  readonly code?: string
  readonly responseCode?: number
  readonly message?: string
}

/** A 5xx reply about this message is permanent; errors of the connection, the login or the server are retried. */
const failureOf = (failure: SmtpError): Delivery => {
  const error = `smtp: ${[failure.code, failure.responseCode, failure.message].filter(Boolean).join(' ')}`
  const refused = failure.code === 'EENVELOPE' || failure.code === 'EMESSAGE'
  return refused && (failure.responseCode ?? 0) >= 500 ? permanentFailure(error) : retryLater(error)
}

/** Sends over a pool of connections to one mail server. `url`: `smtp://user:password@host:port`; `seconds`: timeout. */
export const smtp = (settings: { url: string; from: string; seconds?: number }): MessageProvider => {
  const timeout = (settings.seconds ?? 20) * 1000
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 4,
    maxMessages: 100,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = settings.from.trim().replace(/>$/, '').split('@').at(-1) ?? 'kartis.invalid'
  return {
    name: 'smtp',
    deliver: async ({ id, to, subject, text, html, attachments }) => {
      try {
        const sent = await transport.sendMail({
          from: settings.from,
          to,
          subject: subject ?? '',
          text,
          ...(html && { html }),
          // The same on every attempt, so that a mailbox can drop the repeat after a lost reply.
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          attachments: attachments.map(({ name, type, bytes }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(bytes),
          })),
        })
        return delivered(sent.messageId)
      } catch (error) {
        return failureOf(error as SmtpError)
      }
    },
    close: () => Promise.resolve(transport.close()),
  }
}
