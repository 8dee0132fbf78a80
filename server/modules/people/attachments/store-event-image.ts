import { type Attachment, eventImageSlot } from '@kartis/contract/attachments.ts'
import { IMAGE, type ImageSlot } from '@kartis/domain/limits.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { viewAttachment } from './attachment-view.ts'
import {
  type AttachmentRow,
  attachmentRows,
  deleteFileRows,
  emptySlot,
  insertAttachment,
  isArchivedEvent,
  lockSlot,
} from './attachments-queries.ts'
import { type CheckedImage, checkImage } from './check-image.ts'
import { scanUpload } from './scan-upload.ts'
import { cleanName } from './file-kind.ts'
import { readUpload } from './read-upload.ts'
import { deleteImageFiles } from './variants.ts'

/** An image to store, with its bytes. */
export interface EventImage {
  readonly accountId: string
  readonly eventId: string
  readonly slot: ImageSlot
  readonly name: string
  readonly bytes: Uint8Array
  readonly userId: string | null
}

const rowOf = (platform: Platform, image: EventImage, checked: CheckedImage): AttachmentRow => {
  const id = platform.newId()
  return {
    id,
    account_id: image.accountId,
    owner_type: 'event',
    owner_id: image.eventId,
    slot: image.slot,
    file_key: `events/${image.eventId}/${id}.jpg`,
    name: cleanName(image.name, 'image/jpeg'),
    content_type: 'image/jpeg',
    bytes: checked.bytes.byteLength,
    width: checked.width,
    height: checked.height,
    colors: checked.colors,
    created_by: image.userId,
    retained: false,
    created_at: platform.clock(),
  }
}

/** An archived event is read-only. The event is locked before the slot, always in this order. */
const lockImage = async (tx: Tx, eventId: string, slot: string): Promise<Refusal | undefined> => {
  if (await isArchivedEvent(tx, eventId)) return refuse('conflict', { detail: { status: 'archived' } })
  await lockSlot(tx, eventId, slot)
  return undefined
}

/** Writes the file before the row that names it: a row never names a missing file. */
const save = async (platform: Platform, row: AttachmentRow, bytes: Uint8Array): Promise<Refusal | undefined> => {
  await platform.files.put(row.file_key, bytes, row.content_type)
  const replaced = await inTransaction(platform.db, async (tx) => {
    const refused = await lockImage(tx, row.owner_id, row.slot)
    if (refused) return refused
    const before = await emptySlot(tx, 'event', row.owner_id, row.slot)
    await insertAttachment(tx, row)
    return before
  }).catch(async (error: unknown) => {
    await deleteImageFiles(platform, row)
    throw error
  })
  if (isRefusal(replaced)) {
    await deleteImageFiles(platform, row)
    return replaced
  }
  for (const old of replaced) await deleteImageFiles(platform, old)
  return undefined
}

/**
 * Stores an image in a slot of an event and replaces the previous one. Refusals: those of `checkImage`, `conflict` for an
 * archived event.
 */
export const putEventImage = async (platform: Platform, image: EventImage): Promise<Attachment | Refusal> => {
  const checked = await checkImage(image.bytes, image.slot)
  if (isRefusal(checked)) return checked
  const refused = await scanUpload(platform, image.bytes)
  if (refused) return refused
  const row = rowOf(platform, image, checked)
  return (await save(platform, row, checked.bytes)) ?? viewAttachment(row, platform)
}

/** Stores an uploaded image: a multipart form with the fields `slot` and `file`. */
export const storeEventImage = async (
  platform: Platform,
  { request, ...event }: Pick<EventImage, 'accountId' | 'eventId' | 'userId'> & { request: FastifyRequest },
): Promise<Attachment | Refusal> => {
  const upload = await readUpload(request, IMAGE.maxBytes)
  if (isRefusal(upload)) return upload
  const slot = eventImageSlot.safeParse(upload.fields.slot)
  if (!slot.success) return refuseField('slot', upload.fields.slot === undefined ? 'required' : 'unknown_option')
  return putEventImage(platform, { ...event, slot: slot.data, name: upload.name, bytes: upload.bytes })
}

/**
 * Removes the image of a slot; with `id` only that image, not one that has replaced it. Refusals: `not_found`, `conflict`
 * for an archived event.
 */
export const removeEventImage = async (
  platform: Platform,
  { eventId, slot, id }: { readonly eventId: string; readonly slot: ImageSlot; readonly id?: string },
): Promise<true | Refusal> => {
  const removed = await inTransaction(platform.db, async (tx) => {
    const refused = await lockImage(tx, eventId, slot)
    if (refused) return refused
    return id === undefined ? emptySlot(tx, 'event', eventId, slot) : deleteFileRows(tx, [id])
  })
  if (isRefusal(removed)) return removed
  for (const old of removed) await deleteImageFiles(platform, old)
  return removed.length > 0 ? true : refuse('not_found')
}

/** Copies the images of one event to another, files included, so that the two stay independent. */
export const copyEventImages = async (
  platform: Platform,
  tx: Tx,
  fromEventId: string,
  toEventId: string,
): Promise<void> => {
  for (const image of await attachmentRows(tx, 'event', [fromEventId])) {
    const bytes = await platform.files.get(image.file_key)
    if (!bytes) continue
    const id = platform.newId()
    const file_key = `events/${toEventId}/${id}.jpg`
    await platform.files.put(file_key, bytes, image.content_type)
    await insertAttachment(tx, { ...image, id, owner_id: toEventId, file_key, created_at: platform.clock() })
  }
}
