import type { Attachment } from '@kartis/contract/attachments.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { viewAttachment } from './attachment-view.ts'
import { type AttachmentRow, emptySlot, insertAttachment, lockSlot } from './attachments-queries.ts'
import { refuseContent } from './refuse-content.ts'
import { wrongType } from './refuse-file.ts'
import { scanUpload } from './scan-upload.ts'
import { cleanName, EXTENSION, kindOf } from './file-kind.ts'

export interface PrivateDocument {
  readonly accountId: string
  readonly owner: 'account' | 'order'
  readonly ownerId: string
  /** The owner has at most one file in each slot. */
  readonly slot: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly userId: string | null
}

const FOLDER = { account: 'accounts', order: 'orders' } as const

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

/**
 * Stores a private document in its slot and replaces an earlier one. Refuses all but PDF and photos (JPG, PNG, HEIC)
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
    const before = await emptySlot(tx, document.owner, row.owner_id, row.slot)
    await insertAttachment(tx, row)
    return before
  }).catch(async (error: unknown) => {
    await platform.files.delete(row.file_key)
    throw error
  })
  for (const old of replaced) await platform.files.delete(old.file_key)
  return viewAttachment(row, platform)
}
