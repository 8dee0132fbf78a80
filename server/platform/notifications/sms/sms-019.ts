import type { Delivery, MessageProvider } from '../provider.ts'
import {
  callProvider,
  deliveryOfStatus,
  israeliNumber,
  type ProviderAccount,
  type ProviderReply,
} from './provider-call.ts'

/** Statuses of a request that is malformed or names an impossible number. */
const PERMANENT = new Set([1, 2, 997])

const deliveryOf = (body: ProviderReply['body']): Delivery =>
  deliveryOfStatus({
    provider: '019',
    body,
    status: body['status'],
    accepted: 0,
    permanent: PERMANENT,
    ref: body['shipment_id'],
  })

/** 019SMS over JSON. Numbers are local (`05…`); the message's uuid is sent for delivery reports. */
export const sms019 = (settings: ProviderAccount): MessageProvider => ({
  name: '019',
  deliver: async ({ id, to, text }) => {
    const called = await callProvider(
      '019',
      `${settings.baseUrl ?? 'https://019sms.co.il'}/api`,
      {
        headers: { authorization: `Bearer ${settings.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          sms: {
            user: { username: settings.username },
            source: settings.sender,
            destinations: { phone: [{ _: israeliNumber(to), $: { id } }] },
            message: text,
          },
        }),
      },
      settings.seconds,
    )
    return 'failure' in called ? called.failure : deliveryOf(called.reply.body)
  },
})
