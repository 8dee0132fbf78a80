import { outboxProvider } from './provider.ts'
import type { MessageProvider } from './provider.ts'
import { smtp } from './email/smtp.ts'
import type { Settings } from '../config/settings.ts'
import { inforu } from './sms/inforu.ts'
import { sms019 } from './sms/sms-019.ts'
import { twilio } from './sms/twilio.ts'

export interface MessageProviders {
  readonly sms: MessageProvider
  readonly email: MessageProvider
  close(): Promise<void>
}

const smsProvider = ({
  provider,
  sender,
  baseUrl,
  s019,
  inforu: forInforu,
  twilio: forTwilio,
}: Settings['messages']['sms']): MessageProvider => {
  if (provider === '019') return sms019({ ...s019, sender, baseUrl })
  if (provider === 'inforu') return inforu({ ...forInforu, sender, baseUrl })
  if (provider === 'twilio') return twilio({ ...forTwilio, sender, baseUrl })
  return outboxProvider()
}

/** Where SMS and e-mail go, by the settings: the outbox, or the providers named. */
export const messageProvidersOf = ({ where, sms, email }: Settings['messages']): MessageProviders => {
  const live = where === 'live'
  const bySms = live ? smsProvider(sms) : outboxProvider()
  const byEmail = live && email.smtpUrl ? smtp({ url: email.smtpUrl, from: email.from }) : outboxProvider()
  return {
    sms: bySms,
    email: byEmail,
    close: async () => {
      await Promise.all([bySms.close?.(), byEmail.close?.()])
    },
  }
}
