import * as contract from '@kartis/contract/sessions.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { offsetOf, viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { registerPasskey, removeKey, renameKey, renewCodes, startPasskey } from './manage-passkeys.ts'
import { countRecoveryCodes, passkeysOf, type PasskeyRow } from './passkeys-queries.ts'

const viewPasskey = (row: PasskeyRow): contract.Passkey => ({
  uuid: row.id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  used_at: row.used_at?.toISOString() ?? null,
})

/** The passkeys of the caller. */
export const passkeyRoutes = (app: App, platform: Platform): void => {
  route(app, contract.listPasskeys, async ({ actor: { user }, query }) => {
    const rows = await passkeysOf(platform.db, user.id)
    const shown = rows.slice(offsetOf(query), offsetOf(query) + query.per_page).map(viewPasskey)
    const { data, meta } = viewPage(shown, rows.length, query)
    return { data, meta: { ...meta, recovery_codes_left: await countRecoveryCodes(platform.db, user.id) } }
  })

  route(app, contract.passkeyOptions, async ({ actor, now }) => ({
    data: await startPasskey(platform, actor.user, now),
  }))

  route(app, contract.addPasskey, async ({ actor, body, now }) => {
    const added = await registerPasskey(platform, actor.user, body, now)
    if (isRefusal(added)) return added
    return { data: { passkey: viewPasskey(added.passkey), recovery_codes: added.recoveryCodes } }
  })

  route(app, contract.renamePasskey, async ({ actor, params, body, now }) => {
    const renamed = await renameKey(platform, actor.user, params.uuid, { name: body.name, now })
    return isRefusal(renamed) ? renamed : { data: viewPasskey(renamed) }
  })

  route(app, contract.removePasskey, async ({ actor, params, now }) => {
    return (await removeKey(platform, actor.user, params.uuid, now)) ?? { data: { done: true as const } }
  })

  route(app, contract.renewRecoveryCodes, async ({ actor, now }) => {
    const codes = await renewCodes(platform, actor.user, now)
    return isRefusal(codes) ? codes : { data: { recovery_codes: codes } }
  })
}
