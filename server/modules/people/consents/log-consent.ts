import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { organiserOf } from '../accounts/index.ts'
import { insertConsents } from './consents-queries.ts'

/** Whether the order carries a consent, and for which phone (E.164); without a phone there is no recipient. */
export interface ConsentState {
  readonly consents: boolean
  readonly phone: string | null
  readonly email: string | null
}

export interface ConsentContext {
  readonly accountId: string
  readonly eventId: string
  readonly orderId: string
  readonly lang: Lang
  /** The network address; stored as a keyed hash. */
  readonly address: string
}

const consentedPhone = (state: ConsentState): string | null => (state.consents ? state.phone : null)

/**
 * Logs what changed in a checkout: a new consent, a withdrawn one, or both when the phone number changed. The wording is
 * stored as the buyer read it.
 */
export const logConsent = async (
  platform: Platform,
  tx: Tx,
  change: { readonly before: ConsentState; readonly after: ConsentState },
  place: ConsentContext,
  now: Date,
): Promise<void> => {
  const [before, after] = [consentedPhone(change.before), consentedPhone(change.after)]
  if (before === after) return
  const organiser = await organiserOf(tx, place.accountId)
  const row = (phone: string, email: string | null, given: boolean) => ({
    id: platform.newId(),
    account_id: place.accountId,
    phone,
    email,
    given,
    channel: 'checkout' as const,
    event_id: place.eventId,
    order_id: place.orderId,
    wording: translatorFor(place.lang)('checkout:details.marketing', { name: organiser?.name ?? '' }),
    lang: place.lang,
    address_hash: platform.keys.hmac('consent-address', place.address),
    created_at: now,
  })
  await insertConsents(tx, [
    ...(before === null ? [] : [row(before, change.before.email, false)]),
    ...(after === null ? [] : [row(after, change.after.email, true)]),
  ])
}
