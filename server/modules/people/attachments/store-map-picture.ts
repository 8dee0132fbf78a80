import type { Attachment } from '@kartis/contract/attachments.ts'
import { MAP_PICTURE } from '@kartis/domain/limits.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { viewAttachment } from './attachment-view.ts'
import { type AttachmentRow, countFiles, insertAttachment, lockSlot } from './attachments-queries.ts'
import { checkPicture } from './check-image.ts'
import { cleanName } from './file-kind.ts'
import { scanUpload } from './scan-upload.ts'
import { deleteImageFiles } from './variants.ts'

interface MapPicture {
  readonly accountId: string
  readonly mapId: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly userId: string
}

/**
 * Stores a picture for a section of a seat map. It is never replaced or deleted: editions that name it do not change.
 * Refusals: those of `checkPicture`, `conflict` when the map has as many as it may have.
 */
export const storeMapPicture = async (platform: Platform, picture: MapPicture): Promise<Attachment | Refusal> => {
  const checked = await checkPicture(picture.bytes)
  if (isRefusal(checked)) return checked
  const refused = await scanUpload(platform, picture.bytes)
  if (refused) return refused
  const id = platform.newId()
  const row: AttachmentRow = {
    id,
    account_id: picture.accountId,
    owner_type: 'seat_map',
    owner_id: picture.mapId,
    slot: 'view',
    file_key: `seat-maps/${picture.mapId}/${id}.jpg`,
    name: cleanName(picture.name, 'image/jpeg'),
    content_type: 'image/jpeg',
    bytes: checked.bytes.byteLength,
    width: checked.width,
    height: checked.height,
    colors: checked.colors,
    created_by: picture.userId,
    retained: false,
    created_at: platform.clock(),
  }
  await platform.files.put(row.file_key, checked.bytes, row.content_type)
  const stored = await inTransaction(platform.db, async (tx) => {
    await lockSlot(tx, row.owner_id, row.slot)
    if ((await countFiles(tx, 'seat_map', row.owner_id)) >= MAP_PICTURE.perMap)
      return refuse('conflict', { detail: { pictures: MAP_PICTURE.perMap } })
    await insertAttachment(tx, row)
    return undefined
  }).catch(async (error: unknown) => {
    await deleteImageFiles(platform, row)
    throw error
  })
  if (!stored) return viewAttachment(row, platform)
  await deleteImageFiles(platform, row)
  return stored
}
