import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/db.ts'
import type { SimulatedTransaction } from '../gateway-descriptor.ts'

/** How a simulator keeps a reference of ours: under which terminal, in which field. */
export interface SimulatedRecords {
  readonly terminal: string
  readonly chargeField: string
  readonly refundField: string
}

const rowOf = ({ terminal, chargeField, refundField }: SimulatedRecords, transaction: SimulatedTransaction) => ({
  terminal,
  txn_type: transaction.refundOf ? 'CREDIT' : 'DEBIT',
  tranmode: transaction.refundOf ? `C${transaction.refundOf}` : 'A',
  amount: transaction.amount,
  confirmation_code: transaction.approvalCode,
  token: `d${transaction.reference.replaceAll('-', '').slice(-14)}${transaction.last4}`,
  last4: transaction.last4,
  brand: transaction.brandCode,
  issuer: transaction.issuerCode,
  acquirer: transaction.acquirerCode,
  foreign_card: transaction.foreign,
  reference_index: transaction.refundOf ? Number(transaction.refundOf) : null,
  user_fields: { [transaction.refundOf ? refundField : chargeField]: transaction.reference },
  created_at: transaction.at.toISOString(),
})

/** Writes transactions into a simulator's records; its number of each, by our reference. */
export const recordSimulated = async (
  tx: Tx,
  records: SimulatedRecords,
  transactions: readonly SimulatedTransaction[],
): Promise<ReadonlyMap<string, string>> => {
  if (transactions.length === 0) return new Map()
  const rows = JSON.stringify(transactions.map((transaction) => rowOf(records, transaction)))
  const { rows: written } = await sql<{ reference: string; txn_index: number }>`
    insert into sandbox_transactions
      (terminal, txn_type, tranmode, amount, response, confirmation_code, tempref, token, last4, brand, issuer,
       acquirer, foreign_card, cred_type, reference_index, user_fields, created_at)
    select terminal, txn_type, tranmode, amount, '000', confirmation_code, right(token, 8), token, last4, brand, issuer,
           acquirer, foreign_card, '1', reference_index, user_fields, created_at
    from jsonb_populate_recordset(null::sandbox_transactions, ${rows}::jsonb)
    returning txn_index,
      coalesce(user_fields ->> ${records.chargeField}::text, user_fields ->> ${records.refundField}::text) as reference`.execute(
    tx,
  )
  return new Map(written.map((row) => [row.reference, String(row.txn_index)]))
}
