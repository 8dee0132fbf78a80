import { addMapPicture, addSectionPicture } from '@kartis/contract/venue-map-drafts.ts'
import { addElementFile } from '@kartis/contract/venue-map-parts.ts'
import { MAP_PICTURE, UPLOAD } from '@kartis/domain/limits.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import { type App, MULTIPART_OVERHEAD, route } from '../../../../platform/http/route.ts'
import type { Platform } from '../../../../platform/platform.ts'
import { readUpload, storeMapPicture, storeOwnedFile } from '../../../people/attachments/index.ts'
import { draftState } from './drafts-queries.ts'
import type { MapWork } from './map-work.ts'
import { elementRow, sectionRow } from './parts-queries.ts'
import type { WritePart } from './write-part.ts'

const LIMIT = { bodyLimit: MAP_PICTURE.maxBytes + MULTIPART_OVERHEAD }

/** Pictures of what is seen from the sections of a map, and files of its elements. */
export const pictureRoutes = (app: App, platform: Platform, { costly }: MapWork, writePart: WritePart): void => {
  const { db } = platform

  /** Stores the file of a request for the map that `mapOf` finds. */
  const stored = async (
    request: FastifyRequest,
    { accountId, userId }: { readonly accountId: string; readonly userId: string },
    mapOf: () => Promise<string | undefined>,
  ) => {
    const upload = await readUpload(request, MAP_PICTURE.maxBytes)
    if (isRefusal(upload)) return upload
    const mapId = await mapOf()
    if (mapId === undefined) return refuse('not_found')
    const { name, bytes } = upload
    return storeMapPicture(platform, { accountId, mapId, name, bytes, userId })
  }

  route(
    app,
    addMapPicture,
    async ({ params, request, actor }) => {
      const caller = { accountId: actor.account.id, userId: actor.user.id }
      const picture = await stored(request, caller, async () =>
        (await draftState(db, caller.accountId, params.uuid)) ? params.uuid : undefined,
      )
      return isRefusal(picture) ? picture : { data: picture }
    },
    LIMIT,
  )

  route(
    app,
    addSectionPicture,
    async ({ params, request, actor, now, reply }) => {
      const caller = { accountId: actor.account.id, userId: actor.user.id }
      const section = await sectionRow(db, caller.accountId, params.uuid)
      const picture = await stored(request, caller, async () => section?.map_id)
      if (isRefusal(picture)) return picture
      const target = { accountId: caller.accountId, id: section?.map_id ?? '', version: undefined }
      const change = { kind: 'update_section', uuid: params.uuid, fields: { view: picture.uuid } } as const
      const by = { userId: caller.userId, now }
      const written = await costly({ actor, request, reply }, ({ signal }) => writePart(target, change, by, signal))
      return isRefusal(written) ? written : { data: picture }
    },
    LIMIT,
  )

  route(
    app,
    addElementFile,
    async ({ params, request, actor }) => {
      const { account, user } = actor
      const file = await storeOwnedFile(platform, request, {
        accountId: account.id,
        userId: user.id,
        owner: 'seat_map_element',
        ownerId: params.uuid,
        exists: async () => (await elementRow(db, account.id, params.uuid)) !== undefined,
      })
      return isRefusal(file) ? file : { data: file }
    },
    { bodyLimit: UPLOAD.maxBytes + MULTIPART_OVERHEAD },
  )
}
