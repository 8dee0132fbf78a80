import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import { organiserOf } from '../accounts/index.ts'
import { insertConsents } from './consents-queries.ts'

/** The consent of an order at one moment. A consent without a phone has no recipient and is not logged. */
export interface ConsentState {
  readonly hasConsent: boolean
  /** E.164 */
  readonly phone: string | null
  readonly email: string | null
}

/** The checkout in which a consent changed. `lang` is the language of its page. */
export interface ConsentContext {
  readonly accountId: string
  readonly eventId: string
  readonly orderId: string
  readonly lang: Lang
  /** The buyer's IP address; stored as a keyed hash. */
  readonly ip: string
}

const consentedPhone = (state: ConsentState): string | null => (state.hasConsent ? state.phone : null)

/**
 * Logs what changed in a checkout: a consent, a withdrawal, or both when the phone number changed. The phone identifies a
 * consent, so a change of the e-mail alone is not logged. Consents and withdrawals store the text of the consent checkbox,
 * rendered now: with the organiser's current name, in the language of this request.
 */
export const logConsent = async (
  platform: Platform,
  tx: Tx,
  change: { readonly before: ConsentState; readonly after: ConsentState },
  context: ConsentContext,
  now: Date,
): Promise<void> => {
  const [before, after] = [consentedPhone(change.before), consentedPhone(change.after)]
  if (before === after) return
  const organiser = await organiserOf(tx, context.accountId, context.lang)
  const row = (phone: string, email: string | null, isConsent: boolean) => ({
    id: platform.newId(),
    account_id: context.accountId,
    phone,
    email,
    given: isConsent,
    channel: 'checkout' as const,
    event_id: context.eventId,
    order_id: context.orderId,
    wording: translatorFor(context.lang)('checkout:details.marketing', { name: organiser?.name ?? '' }),
    lang: context.lang,
    address_hash: platform.keys.hmac('consent-address', context.ip),
    created_at: now,
  })
  await insertConsents(tx, [
    ...(before === null ? [] : [row(before, change.before.email, false)]),
    ...(after === null ? [] : [row(after, change.after.email, true)]),
  ])
}
