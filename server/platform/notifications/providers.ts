import { outboxCarrier } from './provider.ts'
import type { Carrier } from './provider.ts'
import { smtp } from './email/smtp.ts'
import type { Settings } from '../config/settings.ts'
import { inforu } from './sms/inforu.ts'
import { sms019 } from './sms/sms-019.ts'
import { twilio } from './sms/twilio.ts'

export interface Carriers {
  readonly sms: Carrier
  readonly email: Carrier
  close(): Promise<void>
}

const smsCarrier = ({
  provider,
  sender,
  baseUrl,
  s019,
  inforu: forInforu,
  twilio: forTwilio,
}: Settings['messages']['sms']): Carrier => {
  if (provider === '019') return sms019({ ...s019, sender, baseUrl })
  if (provider === 'inforu') return inforu({ ...forInforu, sender, baseUrl })
  if (provider === 'twilio') return twilio({ ...forTwilio, sender, baseUrl })
  return outboxCarrier()
}

/** Where SMS and e-mail go, by the settings: the outbox, or the providers named. */
export const carriersOf = ({ where, sms, email }: Settings['messages']): Carriers => {
  const live = where === 'live'
  const bySms = live ? smsCarrier(sms) : outboxCarrier()
  const byEmail = live && email.smtpUrl ? smtp({ url: email.smtpUrl, from: email.from }) : outboxCarrier()
  return {
    sms: bySms,
    email: byEmail,
    close: async () => {
      await Promise.all([bySms.close?.(), byEmail.close?.()])
    },
  }
}
