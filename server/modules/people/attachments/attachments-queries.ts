import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { AttachmentsTable } from './tables.ts'

export type AttachmentRow = Selectable<AttachmentsTable>
export type OwnerType = AttachmentRow['owner_type']

export const attachmentById = (db: Db | Tx, id: string): Promise<AttachmentRow | undefined> =>
  db.selectFrom('attachments').selectAll().where('id', '=', id).executeTakeFirst()

/** The files of any number of events, or of accounts, oldest first. */
export const attachmentRows = (
  db: Db | Tx,
  ownerType: OwnerType,
  ownerIds: readonly string[],
): Promise<AttachmentRow[]> =>
  db
    .selectFrom('attachments')
    .selectAll()
    .where('owner_type', '=', ownerType)
    .where('owner_id', '=', sql<string>`any(${ownerIds}::uuid[])`)
    .orderBy('id')
    .execute()

export interface FilesAsk {
  readonly ownerType?: OwnerType | undefined
  readonly ownerId?: string | undefined
  readonly id?: string | undefined
  readonly direction: 'asc' | 'desc'
}

/** The files of a workspace, whatever they belong to. */
export const listFileRows = async (
  db: Db,
  accountId: string,
  ask: FilesAsk & PageOf,
): Promise<{ rows: AttachmentRow[]; total: number }> => {
  const found = db
    .selectFrom('attachments')
    .where('account_id', '=', accountId)
    .$if(ask.id !== undefined, (q) => q.where('id', '=', ask.id ?? ''))
    .$if(ask.ownerType !== undefined, (q) => q.where('owner_type', '=', ask.ownerType ?? 'event'))
    .$if(ask.ownerId !== undefined, (q) => q.where('owner_id', '=', ask.ownerId ?? ''))
  const rows = await found
    .selectAll()
    .orderBy('created_at', ask.direction)
    .orderBy('id', ask.direction)
    .limit(ask.per_page)
    .offset(offsetOf(ask))
    .execute()
  const { n } = await found.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const insertAttachment = async (db: Db | Tx, row: Insertable<AttachmentsTable>): Promise<void> => {
  await db.insertInto('attachments').values(row).execute()
}

/** Uploads into one slot wait for each other: a slot holds one file. */
export const lockSlot = async (tx: Tx, ownerId: string, slot: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slot ${ownerId} ${slot}`}, 0))`.execute(tx)
}

/** Takes what is in a slot out of it; the files themselves are the caller's to delete, after the commit. */
export const emptySlot = (
  db: Db | Tx,
  ownerType: OwnerType,
  ownerId: string,
  slot: string,
): Promise<Pick<AttachmentRow, 'id' | 'file_key'>[]> =>
  db
    .deleteFrom('attachments')
    .where('owner_type', '=', ownerType)
    .where('owner_id', '=', ownerId)
    .where('slot', '=', slot)
    .returning(['id', 'file_key'])
    .execute()

/** Takes the files of orders out of the table; answers their keys, so that the bytes can go after the commit. */
export const eraseOrderFiles = async (tx: Tx, orderIds: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('attachments')
    .where('owner_type', '=', 'order')
    .where('owner_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .returning('file_key')
    .execute()
  return rows.map((row) => row.file_key)
}
