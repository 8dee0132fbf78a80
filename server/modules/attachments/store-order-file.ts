import type { Attachment } from '@kartis/contract/attachments.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Kernel } from '../../kernel/context.ts'
import { inTransaction } from '../../kernel/db.ts'
import { viewAttachment } from './attachment-view.ts'
import { type AttachmentRow, emptySlot, insertAttachment, lockSlot } from './attachments-queries.ts'
import { EXTENSION, kindOf } from './file-kind.ts'

export interface OrderFile {
  readonly accountId: string
  readonly orderId: string
  /** One question of the order, or of one of its tickets: it has one file at a time. */
  readonly slot: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** Keeps a file that answers a question, in place of an earlier one. Refuses all but PDF and JPG. */
export const storeOrderFile = async (kernel: Kernel, file: OrderFile): Promise<Attachment | Refusal> => {
  const kind = kindOf(file.bytes)
  if (!kind) return refuse('unsupported_media_type')
  const id = kernel.newId()
  const row: AttachmentRow = {
    id,
    account_id: file.accountId,
    owner_type: 'order',
    owner_id: file.orderId,
    slot: file.slot,
    file_key: `orders/${file.orderId}/${id}.${EXTENSION[kind]}`,
    name: file.name,
    content_type: kind,
    bytes: file.bytes.byteLength,
    width: null,
    height: null,
    colors: null,
    created_by: null,
    created_at: kernel.clock(),
  }
  await kernel.files.put(row.file_key, file.bytes, kind)
  const replaced = await inTransaction(kernel.db, async (tx) => {
    await lockSlot(tx, row.owner_id, row.slot)
    const before = await emptySlot(tx, 'order', row.owner_id, row.slot)
    await insertAttachment(tx, row)
    return before
  }).catch(async (fault: unknown) => {
    await kernel.files.delete(row.file_key)
    throw fault
  })
  for (const old of replaced) await kernel.files.delete(old.file_key)
  return viewAttachment(row, kernel)
}
