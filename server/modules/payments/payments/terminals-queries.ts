import type { PaymentOffer } from '@kartis/domain/payment-offer.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { PaymentTerminalsTable } from './tables.ts'

export type TerminalRow = Selectable<PaymentTerminalsTable>

/**
 * Terminals that new payments of an account may go to, as a condition on `t`: its own active ones, or the installation's when
 * it has none. An account whose own terminals are all suspended has none: its money goes to nobody else's terminal.
 */
const usableBy = (accountId: RawBuilder<string> | string): RawBuilder<boolean> => sql<boolean>`
  t.active and t.suspended_at is null and (t.account_id = ${accountId} or (t.account_id is null and not exists (
    select from payment_terminals own where own.account_id = ${accountId} and own.active)))`

/** That of the settings first, then in the order of their creation. */
const IN_ORDER = sql`t.origin = 'operator', t.created_at, t.id`

/** The default terminal of an account, as a subquery of `{id, provider}`. No row when there is none. */
export const defaultTerminal = (accountId: RawBuilder<string>): RawBuilder<unknown> => sql`
  select t.id, t.provider from payment_terminals t where ${usableBy(accountId)} order by ${IN_ORDER} limit 1`

/** Terminals that new payments of an account may go to, its default first. */
export const readTerminalsFor = async (db: Db | Tx, accountId: string): Promise<TerminalRow[]> => {
  const { rows } = await sql<TerminalRow>`
    select t.* from payment_terminals t where ${usableBy(sql`${accountId}::uuid`)} order by ${IN_ORDER}`.execute(db)
  return rows
}

/** What the payment pages of new payments offer, by event; an event whose account has no terminal now is not in it. */
export const offersOfEvents = async (
  db: Db,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentOffer>> => {
  const { rows } = await sql<{ id: string; max_installments: number; min_installment: number; bit: boolean }>`
    select e.id, own.max_installments, own.min_installment, own.bit
    from events e cross join lateral (${defaultTerminal(sql`e.account_id`)}) t
    join payment_terminals own on own.id = t.id
    where e.id = any(${[...eventIds]}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ id, max_installments, min_installment, bit }) => [
      id,
      { maxInstallments: max_installments, minInstallment: min_installment, bit },
    ]),
  )
}

/** Every terminal, the installation's first. */
export const readAllTerminals = async (db: Db): Promise<(TerminalRow & { readonly account: string | null })[]> => {
  const { rows } = await sql<TerminalRow & { account: string | null }>`
    select t.*, a.name as account from payment_terminals t left join accounts a on a.id = t.account_id
    order by t.account_id nulls first, ${IN_ORDER}`.execute(db)
  return rows
}

/** The terminals that an account has and did not put away, in the order in which they are used. */
export const readOwnTerminals = async (db: Db | Tx, accountId: string): Promise<TerminalRow[]> => {
  const { rows } = await sql<TerminalRow>`
    select t.* from payment_terminals t where t.account_id = ${accountId} and t.active order by ${IN_ORDER}`.execute(db)
  return rows
}

/** One of them, locked. */
export const lockOwnTerminal = async (tx: Tx, accountId: string, id: string): Promise<TerminalRow | undefined> =>
  tx
    .selectFrom('payment_terminals')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('active', '=', true)
    .forUpdate()
    .executeTakeFirst()

/** Origins of the pages of every terminal in use. */
export const readOrigins = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ origin: string }>`
    select distinct unnest(origins) as origin from payment_terminals where active order by origin`.execute(db)
  return rows.map(({ origin }) => origin)
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
export const insertTerminal = async (tx: Tx, terminal: Insertable<PaymentTerminalsTable>): Promise<TerminalRow> => {
  await tx
    .insertInto('payment_terminals')
    .values(terminal)
    .onConflict((conflict) => conflict.constraint('payment_terminals_name').doNothing())
    .execute()
  return tx
    .selectFrom('payment_terminals')
    .selectAll()
    .where('account_id', 'is not distinct from', terminal.account_id ?? null)
    .where('provider', '=', terminal.provider)
    .where('name', '=', terminal.name)
    .executeTakeFirstOrThrow()
}

export type TerminalChange = Partial<
  Pick<TerminalRow, 'config' | 'active' | 'suspended_at' | 'max_installments' | 'min_installment' | 'bit' | 'origins'>
>

export const updateTerminal = async (db: Db | Tx, id: string, change: TerminalChange): Promise<void> => {
  await db.updateTable('payment_terminals').set(change).where('id', '=', id).execute()
}

/** Makes one terminal of the settings the one that new payments use; those that the operator added stay as they are. */
export const activateSettingsTerminal = async (tx: Tx, id: string): Promise<void> => {
  await sql`
    update payment_terminals set active = (id = ${id})
    where account_id is null and origin = 'settings' and active <> (id = ${id})`.execute(tx)
}
