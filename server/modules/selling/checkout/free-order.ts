import { UNVERIFIED_FREE_ORDERS } from '@kartis/domain/limits.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { OrderRow } from '../orders/index.ts'
import { limitPhone } from './phone-limit.ts'

const DAY = 86_400

/**
 * A free order sends an SMS to whatever phone was typed. The first ones of a phone and of a network in a day need nothing;
 * after them the phone is verified: by the caller's sign-in, or by a code with the details (`phone_proof`). Refusal:
 * `details_missing` with `phone_unverified` at the phone.
 */
export const refuseUnverifiedFree = async (
  platform: Platform,
  order: OrderRow,
  signedInPhone: string | undefined,
): Promise<Refusal | undefined> => {
  const { buyer_phone: phone, network } = order
  if (phone === null || phone === signedInPhone || order.limit_phone === limitPhone(platform.keys, phone))
    return undefined
  const over =
    (await limit(platform, `free:phone:${phone}`, { max: UNVERIFIED_FREE_ORDERS.phone, seconds: DAY })) ??
    (network === null
      ? undefined
      : await limit(platform, `free:network:${network}`, { max: UNVERIFIED_FREE_ORDERS.network, seconds: DAY }))
  return over && refuse('details_missing', { fields: { phone: ['phone_unverified'] } })
}
