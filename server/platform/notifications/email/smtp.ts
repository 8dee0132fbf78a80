import { createTransport } from 'nodemailer'
import { delivered, neverGoes, tryLater } from '../provider.ts'
import type { MessageProvider, Delivery } from '../provider.ts'

interface SmtpError {
  readonly code?: string
  readonly responseCode?: number
  readonly message?: string
}

/** A 5xx answer about this message is final; trouble with the line, the login or the server's mood passes. */
const failure = (fault: SmtpError): Delivery => {
  const error = `smtp: ${[fault.code, fault.responseCode, fault.message].filter(Boolean).join(' ')}`
  const refused = fault.code === 'EENVELOPE' || fault.code === 'EMESSAGE'
  return refused && (fault.responseCode ?? 0) >= 500 ? neverGoes(error) : tryLater(error)
}

/** A pool of connections to one mail server, from a `smtp://user:password@host:port` address. */
export const smtp = (settings: { url: string; from: string; seconds?: number }): MessageProvider => {
  const wait = (settings.seconds ?? 20) * 1000
  const transport = createTransport({
    url: settings.url,
    pool: true,
    maxConnections: 4,
    maxMessages: 100,
    connectionTimeout: wait,
    greetingTimeout: wait,
    socketTimeout: wait,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = /@([^>\s]+)>?\s*$/.exec(settings.from)?.[1] ?? 'kartis.invalid'
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
          // The same on every try, so that a mailbox shows a message once even when the word that it went was lost.
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
        return failure(error as SmtpError)
      }
    },
    close: () => Promise.resolve(transport.close()),
  }
}
