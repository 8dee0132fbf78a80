import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { insertConsents, activeConsents } from './consents-queries.ts'

interface Withdrawal {
  /** E.164; proved by signing in with it. */
  readonly phone: string
  readonly accountId: string
  readonly lang: Lang
  readonly address: string
}

/** Takes back what a phone allowed one organiser, whichever orders it was given with. Nothing to take back is no refusal. */
export const withdraw = (platform: Platform, withdrawal: Withdrawal, now: Date): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const active = await activeConsents(tx, withdrawal.phone)
    const consent = active.find(({ account_id }) => account_id === withdrawal.accountId.toLowerCase())
    if (!consent) return
    await insertConsents(tx, [
      {
        id: platform.newId(),
        account_id: consent.account_id,
        phone: withdrawal.phone,
        email: null,
        given: false,
        channel: 'customer',
        event_id: null,
        order_id: null,
        wording: translatorFor(withdrawal.lang)('my:consents.wording', { name: consent.organiser }),
        lang: withdrawal.lang,
        address_hash: platform.keys.hmac('consent-address', withdrawal.address),
        created_at: now,
      },
    ])
  })
