import type { Attachment } from '@kartis/contract/attachments.ts'
import { UPLOAD } from '@kartis/domain/limits.ts'
import { isAllowed } from '@kartis/domain/permissions.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { Platform } from '../../../platform/platform.ts'
import { readUpload, storeAccountFile } from '../attachments/index.ts'
import { accountOf } from './accounts-queries.ts'

/**
 * Stores the confirmation that the bank account is the company's. Refusals: `not_found` for a stranger, `forbidden` for a
 * member without `account.bank`, those of the upload.
 */
export const addAccountFile = async (
  platform: Platform,
  { userId, accountId }: { readonly userId: string; readonly accountId: string },
  request: FastifyRequest,
): Promise<Attachment | Refusal> => {
  const row = await accountOf(platform.db, userId, accountId)
  if (!row) return refuse('not_found')
  if (!isAllowed(row, 'account.bank')) return refuse('forbidden')
  const upload = await readUpload(request, UPLOAD.maxBytes)
  return isRefusal(upload) ? upload : storeAccountFile(platform, { ...upload, accountId: row.id, userId })
}
