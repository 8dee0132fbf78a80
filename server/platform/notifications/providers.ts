import type { Settings } from '../config/settings.ts'
import { smtp } from './email/smtp.ts'
import { type MessageProvider, outboxProvider } from './provider.ts'
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
  inforu: inforuAccount,
  twilio: twilioAccount,
}: Settings['messages']['sms']): MessageProvider => {
  if (provider === '019') return sms019({ ...s019, sender, baseUrl })
  if (provider === 'inforu') return inforu({ ...inforuAccount, sender, baseUrl })
  if (provider === 'twilio') return twilio({ ...twilioAccount, sender, baseUrl })
  return outboxProvider()
}

/** The providers of SMS and e-mail that the settings name; the outbox for both unless messages are `live`. */
export const messageProvidersOf = ({ where, sms, email }: Settings['messages']): MessageProviders => {
  const isLive = where === 'live'
  const smsBy = isLive ? smsProvider(sms) : outboxProvider()
  const emailBy = isLive && email.smtpUrl ? smtp({ url: email.smtpUrl, from: email.from }) : outboxProvider()
  return {
    sms: smsBy,
    email: emailBy,
    close: async () => {
      await Promise.all([smsBy.close?.(), emailBy.close?.()])
    },
  }
}
