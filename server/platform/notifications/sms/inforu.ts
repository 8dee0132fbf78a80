import type { MessageProvider, Delivery } from '../provider.ts'
import { israeliNumber } from './local-number.ts'
import { callProvider, judge } from './provider-call.ts'
import type { ProviderAccount, ProviderAnswer } from './provider-call.ts'

/**
 * 1 is taken. Trouble with the account (credentials, quota, an unverified sender) or at the provider waits for the
 * operator; what the provider says of the number or the text will not change by asking again.
 */
const FINAL = new Set([-6, -9, -11, -16, -17, -18, -28])

const read = (body: ProviderAnswer['body']): Delivery =>
  judge({ provider: 'inforu', body, status: body['StatusId'], taken: 1, final: FINAL, ref: body['RequestId'] })

/** InforU, API v2. Numbers are local; our message's uuid goes along as the customer's own reference. */
export const inforu = (settings: ProviderAccount): MessageProvider => ({
  name: 'inforu',
  deliver: async ({ id, to, text }) => {
    const called = await callProvider(
      'inforu',
      `${settings.baseUrl ?? 'https://capi.inforu.co.il'}/api/v2/SMS/SendSms`,
      {
        headers: {
          authorization: `Basic ${Buffer.from(`${settings.username}:${settings.token}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          Data: {
            Message: text,
            Recipients: [{ Phone: israeliNumber(to) }],
            Settings: { Sender: settings.sender, CustomerMessageID: id },
          },
        }),
      },
      settings.seconds,
    )
    return 'failure' in called ? called.failure : read(called.answer.body)
  },
})
