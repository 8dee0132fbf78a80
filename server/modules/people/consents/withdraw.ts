import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { insertConsents, activeConsents } from './consents-queries.ts'

interface Withdrawal {
  /** E.164; verified by signing in with it. */
  readonly phone: string
  /** The organiser's account. */
  readonly accountId: string
  readonly lang: Lang
  /** IP address; stored as a keyed hash. */
  readonly ip: string
}

/** Withdraws the consent of a phone to one organiser, whichever orders it came from. Without a consent it does nothing. */
export const withdraw = (platform: Platform, input: Withdrawal, now: Date): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const active = await activeConsents(tx, input.phone)
    const consent = active.find(({ account_id }) => account_id === input.accountId.toLowerCase())
    if (!consent) return
    await insertConsents(tx, [
      {
        id: platform.newId(),
        account_id: consent.account_id,
        phone: input.phone,
        email: null,
        given: false,
        channel: 'customer',
        event_id: null,
        order_id: null,
        wording: translatorFor(input.lang)('my:consents.wording', { name: consent.organiser }),
        lang: input.lang,
        address_hash: platform.keys.hmac('consent-address', input.ip),
        created_at: now,
      },
    ])
  })
