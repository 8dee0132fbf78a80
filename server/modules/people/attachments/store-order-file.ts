import type { Attachment } from '@kartis/contract/attachments.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { saveDocument } from './save-document.ts'

export interface OrderFile {
  readonly accountId: string
  readonly orderId: string
  /** Identifies a question of the order or of one of its tickets; each has one file. */
  readonly slot: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** Stores a file that answers a question. Refuses all but PDF and photos (JPG, PNG, HEIC); `readUpload` has limited its size. */
export const storeOrderFile = (platform: Platform, file: OrderFile): Promise<Attachment | Refusal> =>
  saveDocument(platform, { ...file, owner: 'order', ownerId: file.orderId, userId: null })
