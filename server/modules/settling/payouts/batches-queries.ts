import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { PayoutRow } from './payouts-queries.ts'

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
export interface BatchPayout extends Pick<PayoutRow, 'id' | 'account_id' | 'amount'> {
  readonly bank_details_id: string
  readonly vat_name: string
  readonly vat_number: string
}

/** The payouts of a bank file, in the order of the file. */
export const readBatchPayouts = async (db: Db, batchId: string): Promise<BatchPayout[]> => {
  const { rows } = await sql<BatchPayout>`
    select p.id, p.account_id, p.amount::float8 as amount, p.bank_details_id, a.vat_name, a.vat_number
    from payouts p join accounts a on a.id = p.account_id
    where p.batch_id = ${batchId} order by p.id`.execute(db)
  return rows
}
