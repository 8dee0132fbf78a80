import type { Attachment } from '@kartis/contract/attachments.ts'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { saveDocument } from './save-document.ts'

export const OWNERSHIP = 'ownership'

export interface AccountFile {
  readonly accountId: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly userId: string
}

/** Stores the confirmation of who owns the bank account. Refusals: `payload_too_large`, `unsupported_media_type`. */
export const storeAccountFile = async (platform: Platform, file: AccountFile): Promise<Attachment | Refusal> =>
  file.bytes.byteLength > UPLOAD.maxBytes
    ? refuse('payload_too_large', { detail: { max_bytes: UPLOAD.maxBytes } })
    : saveDocument(platform, { ...file, owner: 'account', ownerId: file.accountId, slot: OWNERSHIP })
