import type { Db } from '../../../../platform/database/db.ts'

/** The artwork of an event for its tickets: the wide one if there is one. */
export const readArtwork = async (
  db: Db,
  eventId: string,
): Promise<{ file_key: string; colors: string[] | null } | undefined> => {
  const rows = await db
    .selectFrom('attachments')
    .select(['slot', 'file_key', 'colors'])
    .where('owner_type', '=', 'event')
    .where('owner_id', '=', eventId)
    .execute()
  return rows.find(({ slot }) => slot === 'banner_event') ?? rows[0]
}
