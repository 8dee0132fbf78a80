import type { Attachment } from '@kartis/contract/attachments.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { signedLink } from '../../../platform/security/signed-link.ts'
import { cleanName } from './file-kind.ts'
import { type AttachmentRow, attachmentRows, attachmentRowsById, type OwnerType } from './attachments-queries.ts'

/** Pictures that buyers see. */
export const isPublic = ({ owner_type: owner }: Pick<AttachmentRow, 'owner_type'>): boolean =>
  owner === 'event' || owner === 'seat_map'

/** A file as the API shows it. Pictures of events and of seat maps have a public URL, private documents a signed URL that expires. */
export const viewAttachment = (row: AttachmentRow, { keys, clock }: Pick<Platform, 'keys' | 'clock'>): Attachment => ({
  uuid: row.id,
  slot: row.slot,
  // Stored under the uploader's own extension by earlier versions.
  name: cleanName(row.name, row.content_type),
  content_type: row.content_type,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  url: isPublic(row) ? `/files/${row.id}` : signedLink(keys, row.id, clock()),
  colors: row.colors,
  created_at: row.created_at.toISOString(),
})

/** Files of an account by their uuids. */
export const filesByIds = async (
  platform: Pick<Platform, 'keys' | 'clock' | 'db'>,
  accountId: string,
  ids: readonly string[],
  db: Db | Tx = platform.db,
): Promise<Attachment[]> =>
  ids.length === 0 ? [] : (await attachmentRowsById(db, accountId, ids)).map((row) => viewAttachment(row, platform))

/** The files of any number of events, or of accounts, by owner id; an owner without files has no entry. */
export const attachmentsOf = async (
  platform: Pick<Platform, 'keys' | 'clock' | 'db'>,
  ownerType: OwnerType,
  ownerIds: readonly string[],
  db: Db | Tx = platform.db,
): Promise<Map<string, Attachment[]>> => {
  const files = new Map<string, Attachment[]>()
  for (const row of await attachmentRows(db, ownerType, ownerIds)) {
    const own = files.get(row.owner_id) ?? []
    own.push(viewAttachment(row, platform))
    files.set(row.owner_id, own)
  }
  return files
}
