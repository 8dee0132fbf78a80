import { listMyConsents, withdrawConsent } from '@kartis/contract/consents.ts'
import type { Consent } from '@kartis/contract/consents.ts'
import { pageQuery } from '@kartis/contract/endpoint.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Db } from '../../../platform/database/db.ts'
import { textIn } from '../../../platform/database/localized-text.ts'
import { pageOf } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { activeConsents } from './consents-queries.ts'
import { withdraw } from './withdraw.ts'

export { eraseConsents } from './consents-queries.ts'
export { logConsent } from './log-consent.ts'

const activeConsentList = async (db: Db, phone: string, lang: Lang): Promise<Consent[]> =>
  (await activeConsents(db, phone)).map((row) => ({
    uuid: row.account_id,
    organiser: textIn(row.texts, lang, 'name') ?? row.organiser,
    given_at: row.created_at.toISOString(),
  }))

const FIRST_PAGE = pageQuery.parse({})

/** Marketing consents: an append-only log and the withdrawal of a consent. */
export const plugin = async (app: App, platform: Platform): Promise<void> => {
  const { db } = platform
  route(app, listMyConsents, async ({ actor, lang, query }) =>
    pageOf(await activeConsentList(db, actor.user.phone, lang), query),
  )
  route(app, withdrawConsent, async ({ params, actor, lang, now, request }) => {
    const { phone } = actor.user
    await withdraw(platform, { phone, accountId: params.uuid, lang, ip: request.address }, now)
    return pageOf(await activeConsentList(db, phone, lang), FIRST_PAGE)
  })
}
