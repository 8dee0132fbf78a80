import type { RefundPayer } from '@kartis/domain/refund-transfer.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { RefundTransferFilesTable } from './tables.ts'
import type { ShownTransfer } from './list-queries.ts'

export type FileRow = Omit<Selectable<RefundTransferFilesTable>, 'total'> & { readonly total: number }

const COLUMNS = sql`account_id, id, number, transfers, total::float8 as total, paid_by, made_by, made_at`

/** Files of an account are numbered one after another: the second of two callers waits. */
export const insertFile = async (
  tx: Tx,
  file: Omit<Insertable<RefundTransferFilesTable>, 'number'>,
): Promise<FileRow> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`refund_transfer_files ${file.account_id}`}, 0))`.execute(
    tx,
  )
  const { rows } = await sql<FileRow>`
    insert into refund_transfer_files (account_id, id, number, transfers, total, paid_by, made_by, made_at)
    select ${file.account_id}, ${file.id},
      coalesce((select max(number) from refund_transfer_files where account_id = ${file.account_id}), 0) + 1,
      ${file.transfers}, ${file.total}, ${file.paid_by ?? 'producer'}, ${file.made_by}, ${file.made_at}
    returning ${COLUMNS}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a file of refunds was not written')
  return row
}

/** Who pays the files that these transfers are in, by file. */
export const readPayers = async (
  tx: Tx,
  transfers: readonly { readonly file_id: string | null }[],
): Promise<Map<string, RefundPayer>> => {
  const ids = transfers.flatMap(({ file_id: id }) => (id === null ? [] : [id]))
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('refund_transfer_files').select(['id', 'paid_by']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, paid_by: payer }) => [id, payer]))
}

export const readFile = async (db: Db, accountId: string, id: string): Promise<FileRow | undefined> => {
  const { rows } = await sql<FileRow>`
    select ${COLUMNS} from refund_transfer_files where account_id = ${accountId} and id = ${id}`.execute(db)
  return rows[0]
}

/** The transfers that a file was made of and that are still in it, in the order in which it has them. */
export const readFileTransfers = async (db: Db, fileId: string): Promise<ShownTransfer[]> => {
  const { rows } = await sql<ShownTransfer>`
    select t.*, o.number::text as order_number, o.buyer_name, v.name as event_name, null as file_number,
      null as file_paid_by
    from refund_transfers t
    join orders o on o.event_id = t.event_id and o.id = t.order_id
    join events v on v.id = t.event_id
    where t.file_id = ${fileId} order by o.number, t.id`.execute(db)
  return rows
}
