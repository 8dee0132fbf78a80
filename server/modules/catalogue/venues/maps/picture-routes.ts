import { addMapPicture } from '@kartis/contract/venue-map-drafts.ts'
import { MAP_PICTURE } from '@kartis/domain/limits.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import { type App, MULTIPART_OVERHEAD, route } from '../../../../platform/http/route.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { readUpload, storeMapPicture } from '../../../people/attachments/index.ts'
import { readDraft } from './drafts-queries.ts'

/** Pictures of what is seen from the sections of a map. */
export const pictureRoutes = (app: App, platform: Platform): void => {
  route(
    app,
    addMapPicture,
    async ({ params, request, actor }) => {
      const { id: accountId } = actor.account
      const upload = await readUpload(request, MAP_PICTURE.maxBytes)
      if (isRefusal(upload)) return upload
      if (!(await readDraft(platform.db, accountId, params.uuid))) return refuse('not_found')
      const { name, bytes } = upload
      const stored = await storeMapPicture(platform, {
        accountId,
        mapId: params.uuid,
        name,
        bytes,
        userId: actor.user.id,
      })
      return isRefusal(stored) ? stored : { data: stored }
    },
    { bodyLimit: MAP_PICTURE.maxBytes + MULTIPART_OVERHEAD },
  )
}
