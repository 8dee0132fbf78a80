import type { Attachment } from '@kartis/contract/attachments.ts'
import type { Refusal } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { saveDocument } from './save-document.ts'

export interface OrderFile {
  readonly accountId: string
  readonly orderId: string
  /** One question of the order, or of one of its tickets: it has one file at a time. */
  readonly slot: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** Keeps a file that answers a question. Refuses all but PDF and JPG; its size was bounded where it was read. */
export const storeOrderFile = (platform: Platform, file: OrderFile): Promise<Attachment | Refusal> =>
  saveDocument(platform, { ...file, owner: 'order', ownerId: file.orderId, userId: null })
