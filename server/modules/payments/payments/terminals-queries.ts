import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { PaymentTerminalsTable } from './tables.ts'

export type TerminalRow = Selectable<PaymentTerminalsTable>

/**
 * The default terminal of an account, as a subquery of `{id, provider}`: its own active one, else the installation's. No row
 * when there is none.
 */
export const defaultTerminal = (accountId: RawBuilder<string>): RawBuilder<unknown> => sql`
  select id, provider from payment_terminals
  where active and (account_id = ${accountId} or account_id is null)
  order by account_id nulls last, created_at, id limit 1`

/** Active terminals that an account may charge on, its default first: its own, or the installation's when it has none. */
export const readTerminalsFor = async (db: Db | Tx, accountId: string): Promise<TerminalRow[]> => {
  const rows = await db
    .selectFrom('payment_terminals')
    .selectAll()
    .where('active', '=', true)
    .where((where) => where.or([where('account_id', '=', accountId), where('account_id', 'is', null)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const own = rows.filter(({ account_id }) => account_id !== null)
  return own.length > 0 ? own : rows
}

export const readTerminal = (db: Db, id: string): Promise<TerminalRow | undefined> =>
  db.selectFrom('payment_terminals').selectAll().where('id', '=', id).executeTakeFirst()

/** Every terminal of a gateway, active or not, the oldest of the installation first. */
export const readTerminalsOfProvider = (db: Db, provider: string): Promise<TerminalRow[]> =>
  db
    .selectFrom('payment_terminals')
    .selectAll()
    .where('provider', '=', provider)
    .orderBy(sql`account_id nulls first`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Inserts a terminal, or leaves the one of the same account, gateway and name as it is. The row as it is now. */
export const insertTerminal = async (tx: Tx, terminal: TerminalRow): Promise<TerminalRow> => {
  await tx
    .insertInto('payment_terminals')
    .values(terminal)
    .onConflict((conflict) => conflict.constraint('payment_terminals_name').doNothing())
    .execute()
  return tx
    .selectFrom('payment_terminals')
    .selectAll()
    .where('account_id', 'is not distinct from', terminal.account_id)
    .where('provider', '=', terminal.provider)
    .where('name', '=', terminal.name)
    .executeTakeFirstOrThrow()
}

export const updateTerminalConfig = async (tx: Tx, id: string, config: string): Promise<void> => {
  await tx.updateTable('payment_terminals').set({ config }).where('id', '=', id).execute()
}

/** Makes one terminal of the installation the one that new payments use. */
export const activateInstallationTerminal = async (tx: Tx, id: string): Promise<void> => {
  await sql`
    update payment_terminals set active = (id = ${id})
    where account_id is null and active <> (id = ${id})`.execute(tx)
}
