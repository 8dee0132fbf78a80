import type { Attachment } from '@kartis/contract/attachments.ts'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Kernel } from '../../kernel/context.ts'
import { inTransaction } from '../../kernel/db.ts'
import { viewAttachment } from './attachment-view.ts'
import { type AttachmentRow, emptySlot, insertAttachment, lockSlot } from './attachments-queries.ts'
import { EXTENSION, kindOf } from './file-kind.ts'

export const OWNERSHIP = 'ownership'

export interface AccountFile {
  readonly accountId: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly userId: string
}

/** Keeps the confirmation that a bank account is the organiser's, in place of an earlier one. Refuses all but PDF and JPG. */
export const storeAccountFile = async (kernel: Kernel, file: AccountFile): Promise<Attachment | Refusal> => {
  const kind = kindOf(file.bytes)
  if (!kind) return refuse('unsupported_media_type')
  if (file.bytes.byteLength > UPLOAD.maxBytes)
    return refuse('payload_too_large', { detail: { max_bytes: UPLOAD.maxBytes } })
  const id = kernel.newId()
  const row: AttachmentRow = {
    id,
    account_id: file.accountId,
    owner_type: 'account',
    owner_id: file.accountId,
    slot: OWNERSHIP,
    file_key: `accounts/${file.accountId}/${id}.${EXTENSION[kind]}`,
    name: file.name,
    content_type: kind,
    bytes: file.bytes.byteLength,
    width: null,
    height: null,
    colors: null,
    created_by: file.userId,
    created_at: kernel.clock(),
  }
  await kernel.files.put(row.file_key, file.bytes, kind)
  const replaced = await inTransaction(kernel.db, async (tx) => {
    await lockSlot(tx, row.owner_id, row.slot)
    const before = await emptySlot(tx, 'account', row.owner_id, row.slot)
    await insertAttachment(tx, row)
    return before
  }).catch(async (fault: unknown) => {
    await kernel.files.delete(row.file_key)
    throw fault
  })
  for (const old of replaced) await kernel.files.delete(old.file_key)
  return viewAttachment(row, kernel)
}
