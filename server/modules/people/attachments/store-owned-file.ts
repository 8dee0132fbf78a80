import type { Attachment } from '@kartis/contract/attachments.ts'
import { OWNED_FILES, UPLOAD } from '@kartis/domain/limits.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { readUpload } from './read-upload.ts'
import { saveDocument } from './save-document.ts'

export interface FileOwner {
  readonly accountId: string
  readonly userId: string
  readonly owner: 'venue' | 'seat_map_element'
  readonly ownerId: string
  /** Whether the account has such an owner; one of another account counts as none. */
  readonly exists: () => Promise<boolean>
}

/**
 * Stores the file of a request beside the others of a venue or of an element of a seat map: a private document of the
 * workspace. Refusals: `not_found`, those of `readUpload` and `saveDocument`, `conflict` when there are as many as may be.
 */
export const storeOwnedFile = async (
  platform: Platform,
  request: FastifyRequest,
  { exists, ...owner }: FileOwner,
): Promise<Attachment | Refusal> => {
  const upload = await readUpload(request, UPLOAD.maxBytes)
  if (isRefusal(upload)) return upload
  if (!(await exists())) return refuse('not_found')
  const { name, bytes } = upload
  return saveDocument(platform, { ...owner, name, bytes, slot: 'file', most: OWNED_FILES.perOwner })
}
