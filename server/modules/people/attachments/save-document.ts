import { kindOf } from '@kartis/domain/file-kind.ts'
import type { Attachment } from '@kartis/contract/attachments.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { viewAttachment } from './attachment-view.ts'
import { type AttachmentRow, countFiles, emptySlot, insertAttachment, lockSlot } from './attachments-queries.ts'
import { refuseContent } from './refuse-content.ts'
import { wrongType } from './refuse-file.ts'
import { scanUpload } from './scan-upload.ts'
import { cleanName, EXTENSION } from './file-kind.ts'

export interface PrivateDocument {
  readonly accountId: string
  readonly owner: keyof typeof FOLDER
  readonly ownerId: string
  /** The owner has at most one file in each slot, or `most` of them. */
  readonly slot: string
  /** So many files may be in the slot, and none replaces another. Undefined: one, which replaces an earlier one. */
  readonly most?: number
  readonly name: string
  readonly bytes: Uint8Array
  readonly userId: string | null
}

const FOLDER = { account: 'accounts', order: 'orders', seat_map_element: 'seat-map-elements', venue: 'venues' } as const

const rowOf = (platform: Platform, document: PrivateDocument, kind: keyof typeof EXTENSION): AttachmentRow => {
  const id = platform.newId()
  return {
    id,
    account_id: document.accountId,
    owner_type: document.owner,
    owner_id: document.ownerId,
    slot: document.slot,
    file_key: `${FOLDER[document.owner]}/${document.ownerId}/${id}.${EXTENSION[kind]}`,
    name: cleanName(document.name, kind),
    content_type: kind,
    bytes: document.bytes.byteLength,
    width: null,
    height: null,
    colors: null,
    created_by: document.userId,
    retained: false,
    created_at: platform.clock(),
  }
}

/** Makes space for one more file: the files that it replaces, or a refusal of a slot that is full. */
const makeSpace = async (
  tx: Tx,
  { owner, ownerId, slot, most }: PrivateDocument,
): Promise<Pick<AttachmentRow, 'id' | 'file_key'>[] | Refusal> => {
  if (most === undefined) return emptySlot(tx, owner, ownerId, slot)
  return (await countFiles(tx, owner, ownerId)) < most ? [] : refuse('conflict', { detail: { files: most } })
}

/**
 * Stores a private document in its slot and replaces an earlier one, unless the slot holds many (`conflict` when it is
 * full). Refuses all but PDF and photos (JPG, PNG, HEIC)
 * (`unsupported_media_type`), and those of harmful content (`validation`). The file is written first and deleted again if inserting its row fails: a row never names
 * a missing file.
 */
export const saveDocument = async (platform: Platform, document: PrivateDocument): Promise<Attachment | Refusal> => {
  const kind = kindOf(document.bytes)
  if (!kind) return wrongType()
  const harmful = await refuseContent(document.bytes, kind)
  if (harmful) return harmful
  const refused = await scanUpload(platform, document.bytes)
  if (refused) return refused
  const row = rowOf(platform, document, kind)
  await platform.files.put(row.file_key, document.bytes, kind)
  const replaced = await inTransaction(platform.db, async (tx) => {
    await lockSlot(tx, row.owner_id, row.slot)
    const before = await makeSpace(tx, document)
    if (!isRefusal(before)) await insertAttachment(tx, row)
    return before
  }).catch(async (error: unknown) => {
    await platform.files.delete(row.file_key)
    throw error
  })
  if (isRefusal(replaced)) {
    await platform.files.delete(row.file_key)
    return replaced
  }
  for (const old of replaced) await platform.files.delete(old.file_key)
  return viewAttachment(row, platform)
}
