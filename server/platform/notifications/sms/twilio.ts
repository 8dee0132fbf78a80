import { delivered, type Delivery, type MessageProvider, permanentFailure, retryLater } from '../provider.ts'
import { callProvider, type ProviderReply, reasonOf } from './provider-call.ts'

/** Error codes of the account or of Twilio's load, which are retried; its other 4xx replies are permanent. */
const TRANSIENT = new Set([20003, 20005, 20008, 20429, 21611, 30001])

const deliveryOf = ({ status, body }: ProviderReply): Delivery => {
  if (status === 200 || status === 201) return delivered(body['sid'] as string | undefined)
  const code = Number(body['code'] ?? 0)
  const error = `twilio: HTTP ${status}, error ${code}${reasonOf(body)}`
  return code === 0 || TRANSIENT.has(code) ? retryLater(error) : permanentFailure(error)
}

/** Twilio's Messages API. A sender that begins with `MG` is a messaging service. Numbers are E.164. */
export const twilio = (settings: {
  accountSid: string
  authToken: string
  sender: string
  baseUrl?: string | undefined
  seconds?: number
}): MessageProvider => ({
  name: 'twilio',
  deliver: async ({ to, text }) => {
    const from = settings.sender.startsWith('MG') ? 'MessagingServiceSid' : 'From'
    const called = await callProvider(
      'twilio',
      `${settings.baseUrl ?? 'https://api.twilio.com'}/2010-04-01/Accounts/${settings.accountSid}/Messages.json`,
      {
        headers: {
          authorization: `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ To: to, [from]: settings.sender, Body: text }).toString(),
      },
      settings.seconds,
    )
    return 'failure' in called ? called.failure : deliveryOf(called.reply)
  },
})
