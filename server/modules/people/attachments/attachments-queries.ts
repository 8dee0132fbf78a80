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

export const attachmentRowsById = (db: Db | Tx, accountId: string, ids: readonly string[]): Promise<AttachmentRow[]> =>
  db
    .selectFrom('attachments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

export interface FilesFilter {
  readonly ownerType?: OwnerType | undefined
  readonly ownerId?: string | undefined
  readonly id?: string | undefined
  readonly direction: 'asc' | 'desc'
}

/** A page of the files of an account, of any owner type, and their total. */
export const listFileRows = async (
  db: Db,
  accountId: string,
  filter: FilesFilter & PageOf,
): Promise<{ rows: AttachmentRow[]; total: number }> => {
  const found = db
    .selectFrom('attachments')
    .where('account_id', '=', accountId)
    .$if(filter.id !== undefined, (q) => q.where('id', '=', filter.id ?? ''))
    .$if(filter.ownerType !== undefined, (q) => q.where('owner_type', '=', filter.ownerType ?? 'event'))
    .$if(filter.ownerId !== undefined, (q) => q.where('owner_id', '=', filter.ownerId ?? ''))
  const rows = await found
    .selectAll()
    .orderBy('created_at', filter.direction)
    .orderBy('id', filter.direction)
    .limit(filter.per_page)
    .offset(offsetOf(filter))
    .execute()
  const { n } = await found.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const countFiles = async (db: Db | Tx, ownerType: OwnerType, ownerId: string): Promise<number> => {
  const { n } = await db
    .selectFrom('attachments')
    .where('owner_type', '=', ownerType)
    .where('owner_id', '=', ownerId)
    .select(countAll.as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

export const insertAttachment = async (db: Db | Tx, row: Insertable<AttachmentsTable>): Promise<void> => {
  await db.insertInto('attachments').values(row).execute()
}

/** True for an archived event; until the end of the transaction no other one changes its status. */
export const isArchivedEvent = async (tx: Tx, eventId: string): Promise<boolean> => {
  const event = await tx.selectFrom('events').select('status').where('id', '=', eventId).forShare().executeTakeFirst()
  return event?.status === 'archived'
}

/** Serializes uploads into one slot: a slot has one file. */
export const lockSlot = async (tx: Tx, ownerId: string, slot: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`slot ${ownerId} ${slot}`}, 0))`.execute(tx)
}

/** Deletes the rows of a slot; the caller deletes the stored files after the commit. */
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

/** Deletes the rows of order files and returns their keys, so that the caller deletes the stored files after the commit. */
export const eraseOrderFiles = async (tx: Tx, orderIds: readonly string[]): Promise<string[]> => {
  const rows = await tx
    .deleteFrom('attachments')
    .where('owner_type', '=', 'order')
    .where('owner_id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .returning('file_key')
    .execute()
  return rows.map((row) => row.file_key)
}

/** The files of an order: the place of each by its id. */
export const orderFileSlots = async (db: Db | Tx, orderId: string): Promise<ReadonlyMap<string, string>> =>
  new Map((await attachmentRows(db, 'order', [orderId])).map(({ id, slot }) => [id, slot]))

/** The oldest files of orders that are not known to be paid. */
export const unsettledOrderFiles = (
  db: Db,
  max: number,
): Promise<Pick<AttachmentRow, 'id' | 'owner_id' | 'file_key'>[]> =>
  db
    .selectFrom('attachments')
    .select(['id', 'owner_id', 'file_key'])
    // Literals: a generic plan could not use the partial index otherwise.
    .where('owner_type', '=', sql.lit('order' as const))
    .where('retained', '=', sql.lit(false))
    .orderBy('created_at')
    .limit(max)
    .execute()

/** Marks the files of paid orders. */
export const keepFiles = async (db: Db, ids: readonly string[]): Promise<void> => {
  await db
    .updateTable('attachments')
    .set({ retained: true })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
}

/** Deletes rows by id; the caller deletes the stored files of those returned. */
export const deleteFileRows = (
  db: Db | Tx,
  ids: readonly string[],
): Promise<Pick<AttachmentRow, 'id' | 'file_key'>[]> =>
  db
    .deleteFrom('attachments')
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .returning(['id', 'file_key'])
    .execute()
