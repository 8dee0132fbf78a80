import { delivered, neverGoes, tryLater } from '../carrier.ts'
import type { Carrier, Delivery } from '../carrier.ts'
import { israeliNumber } from './local-number.ts'
import { callProvider, note } from './provider-call.ts'

/** Statuses that a repeat cannot mend: the request itself is not understood, or names a number that cannot be. */
const FINAL = new Set([1, 2, 997])

const read = (body: Readonly<Record<string, unknown>>): Delivery => {
  const status = Number(body['status'] ?? Number.NaN)
  if (status === 0) return delivered(body['shipment_id'] as string | number | undefined)
  const error = `019: status ${Number.isNaN(status) ? 'missing' : status}${note(body)}`
  return FINAL.has(status) ? neverGoes(error) : tryLater(error)
}

/** 019SMS over JSON. Numbers are local (`05…`); our message's uuid goes along, so that delivery reports name it. */
export const sms019 = (settings: {
  username: string
  token: string
  sender: string
  baseUrl?: string | undefined
  seconds?: number
}): Carrier => ({
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
