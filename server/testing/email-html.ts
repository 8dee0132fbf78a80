import { emailBody, type EmailContent, type EmailFrame, layOut } from '../platform/notifications/email/email-message.ts'

/** The e-mail as it is sent: the layout round what the message says. */
export const emailHtml = (email: EmailContent, frame: EmailFrame): string =>
  layOut(emailBody(email, frame), email.subject, frame)
