import type { MessageProvider, Delivery } from '../provider.ts'
import { israeliNumber } from './local-number.ts'
import { callProvider, judge } from './provider-call.ts'
import type { ProviderAccount, ProviderAnswer } from './provider-call.ts'

/** Statuses that a repeat cannot mend: the request itself is not understood, or names a number that cannot be. */
const FINAL = new Set([1, 2, 997])

const read = (body: ProviderAnswer['body']): Delivery =>
  judge({ provider: '019', body, status: body['status'], taken: 0, final: FINAL, ref: body['shipment_id'] })

/** 019SMS over JSON. Numbers are local (`05…`); our message's uuid goes along, so that delivery reports name it. */
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
    return 'failure' in called ? called.failure : read(called.answer.body)
  },
})
