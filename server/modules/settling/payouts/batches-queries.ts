import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'

/** A bank file; the sum in agorot. */
export interface BatchRow {
  readonly id: string
  readonly number: number
  /** `YYYY-MM-DD` */
  readonly pay_on: string
  readonly made_by: string
  readonly made_at: Date
  readonly payouts: number
  readonly total: number
}

const COLUMNS = sql`id, number, pay_on, made_by, made_at, payouts, total::float8 as total`

export type NewBatch = Omit<BatchRow, 'number'>

export const insertBatch = async (tx: Tx, batch: NewBatch): Promise<BatchRow> => {
  const { number } = await tx.insertInto('payout_batches').values(batch).returning('number').executeTakeFirstOrThrow()
  return { ...batch, number }
}

export const readBatch = async (db: Db, number: number): Promise<BatchRow | undefined> => {
  const { rows } = await sql<BatchRow>`select ${COLUMNS} from payout_batches where number = ${number}`.execute(db)
  return rows[0]
}

/** A payout of a bank file with who receives it. */
export interface BatchPayout {
  readonly id: string
  readonly amount: number
  readonly vat_name: string
  readonly vat_number: string
  /** Null where the bank details of the approval are missing. */
  readonly bank_number: number | null
  readonly branch_number: string
  readonly account_number_sealed: string
  readonly holder_name: string | null
}

/**
 * So many payouts of a bank file after one of them (null: from the start), in the order of the file. As one JSON text: the
 * driver takes three times as long for the same rows.
 */
export const readBatchPayouts = async (
  db: Db,
  batchId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<BatchPayout[]> => {
  const { rows } = await sql<{ payouts: BatchPayout[] }>`
    with page as materialized (
      -- Before the joins, which would be made for all payouts of the file again on each page.
      select id, account_id, amount, bank_details_id from payouts
      where batch_id = ${batchId} and (${after}::uuid is null or id > ${after}::uuid)
      order by id limit ${limit}
    )
    select coalesce(json_agg(r), '[]') as payouts from (
      select p.id, p.amount, a.vat_name, a.vat_number,
        b.bank_number, b.branch_number, b.account_number_sealed, b.holder_name
      from page p join accounts a on a.id = p.account_id
      left join account_bank_details b on b.id = p.bank_details_id
      order by p.id
    ) r`.execute(db)
  return rows[0]?.payouts ?? []
}
