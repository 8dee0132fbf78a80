import { sql } from 'kysely'
import type { SandboxDb } from '@kartis/simulators/gateway/transactions.ts'
import type { Platform } from '../../../../../platform/platform.ts'
import type { Tx } from '../../../../../platform/database/db.ts'
import type { App } from '../../../../../platform/http/route.ts'
import type { SimulatedTransaction } from '../../gateway-descriptor.ts'
import { SANDBOX_PATH, type StoredTerminal } from './config.ts'

const POLL_MS = 500

/** Mounts the simulator on the server whose gateway it plays. */
export const mountSandbox = async (app: App, platform: Platform): Promise<void> => {
  const { tranzilaSimulator } = await import('@kartis/simulators/tranzila/simulator.ts')
  // The settings come from this gateway's own descriptor.
  const terminal = platform.settings.payments.terminal?.config as StoredTerminal
  await tranzilaSimulator(app, {
    db: platform.db as unknown as SandboxDb,
    prefix: SANDBOX_PATH,
    credentials: terminal,
    publicUrl: platform.settings.publicUrl,
    now: platform.clock,
    fetch: platform.selfFetch.fetch,
    userFields: [terminal.referenceField],
    pollMs: POLL_MS,
  })
}

const rowOf = (terminal: StoredTerminal, transaction: SimulatedTransaction) => ({
  terminal: terminal.terminal,
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
  user_fields: { [terminal.referenceField]: transaction.reference },
  created_at: transaction.at.toISOString(),
})

/** Writes transactions into the simulator's records; its number of each, by our reference. */
export const recordTransactions = async (
  tx: Tx,
  terminal: StoredTerminal,
  transactions: readonly SimulatedTransaction[],
): Promise<ReadonlyMap<string, string>> => {
  if (transactions.length === 0) return new Map()
  const rows = JSON.stringify(transactions.map((transaction) => rowOf(terminal, transaction)))
  const { rows: written } = await sql<{ reference: string; txn_index: number }>`
    insert into sandbox_transactions
      (terminal, txn_type, tranmode, amount, response, confirmation_code, tempref, token, last4, brand, issuer,
       acquirer, foreign_card, cred_type, reference_index, user_fields, created_at)
    select terminal, txn_type, tranmode, amount, '000', confirmation_code, right(token, 8), token, last4, brand, issuer,
           acquirer, foreign_card, '1', reference_index, user_fields, created_at
    from jsonb_populate_recordset(null::sandbox_transactions, ${rows}::jsonb)
    returning txn_index, user_fields ->> ${terminal.referenceField}::text as reference`.execute(tx)
  return new Map(written.map((row) => [row.reference, String(row.txn_index)]))
}
