import { delivered, neverGoes, tryLater } from '../provider.ts'
import type { MessageProvider, Delivery } from '../provider.ts'
import { callProvider, note } from './provider-call.ts'
import type { ProviderAnswer } from './provider-call.ts'

/** Twilio's numbers for trouble with its own account or load, which passes; the rest of its 4xx answers do not. */
const PASSES = new Set([20003, 20005, 20008, 20429, 21611, 30001])

const read = ({ status, body }: ProviderAnswer): Delivery => {
  if (status === 200 || status === 201) return delivered(body['sid'] as string | undefined)
  const code = Number(body['code'] ?? 0)
  const error = `twilio: HTTP ${status}, error ${code}${note(body)}`
  return code === 0 || PASSES.has(code) ? tryLater(error) : neverGoes(error)
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
    return 'failure' in called ? called.failure : read(called.answer)
  },
})
