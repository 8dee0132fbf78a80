import type { Delivery, MessageProvider } from '../provider.ts'
import {
  callProvider,
  deliveryOfStatus,
  israeliNumber,
  type ProviderAccount,
  type ProviderReply,
} from './provider-call.ts'

/**
 * Statuses that refuse the number or the text. Errors of the account (credentials, quota, an unverified sender) and of the
 * provider are retried until the operator corrects them.
 */
const PERMANENT = new Set([-6, -9, -11, -16, -17, -18, -28])

const deliveryOf = (body: ProviderReply['body']): Delivery =>
  deliveryOfStatus({
    provider: 'inforu',
    body,
    status: body['StatusId'],
    accepted: 1,
    permanent: PERMANENT,
    ref: body['RequestId'],
  })

/** InforU, API v2. Numbers are local; the message's uuid is sent as the customer's reference. */
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
    return 'failure' in called ? called.failure : deliveryOf(called.reply.body)
  },
})
