import { sql } from 'kysely'
import type { Db, Tx, Database } from './server.ts'

/** Tables that the demo writes directly, since no action can act in the past; `findInconsistencies` checks the result. */
type Past =
  | 'account_members'
  | 'account_invites'
  | 'marketing_consents'
  | 'orders'
  | 'order_lines'
  | 'order_answers'
  | 'order_history'
  | 'tickets'
  | 'payments'
  | 'refunds'
  | 'invitations'
  | 'scans'
  | 'event_visits'
  | 'messages'

export type PastRow<T extends Past> = Partial<Readonly<Record<keyof Database[T], unknown>>>

/** Any number of rows with one statement. Columns are those of the first row: every row has the same. */
export const insertPast = async <T extends Past>(tx: Tx, table: T, rows: readonly PastRow<T>[]): Promise<void> => {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}

/** The numbers that the orders of an account got when they were written, by id. */
export const orderNumbers = async (tx: Tx, accountId: string): Promise<Map<string, string>> => {
  const rows = await tx.selectFrom('orders').select(['id', 'number']).where('account_id', '=', accountId).execute()
  return new Map(rows.map((row) => [row.id, row.number]))
}

/** Sets the sold stock and entries of events from their tickets. */
export const countSold = async (tx: Tx, eventIds: readonly string[]): Promise<void> => {
  await sql`
    update stock s set sold = t.sold
    from (
      select event_id, ticket_type_id, count(*)::int as sold from tickets
      where event_id = any(${[...eventIds]}::uuid[]) and status = 'valid' group by event_id, ticket_type_id
    ) t
    where s.event_id = t.event_id and s.ticket_type_id = t.ticket_type_id`.execute(tx)
  await sql`
    insert into event_entries (event_id, entered)
    select event_id, count(*) from tickets
    where event_id = any(${[...eventIds]}::uuid[]) and redeemed_at is not null and status = 'valid' group by event_id`.execute(
    tx,
  )
}

/** Dates an event and its ticket types back. */
export const dateEvent = async (
  tx: Tx,
  eventId: string,
  event: { readonly createdAt: Date; readonly updatedAt: Date },
): Promise<void> => {
  await tx
    .updateTable('events')
    .set({ created_at: event.createdAt, updated_at: event.updatedAt })
    .where('id', '=', eventId)
    .execute()
  await tx
    .updateTable('ticket_types')
    .set({ created_at: event.createdAt, updated_at: event.updatedAt })
    .where('event_id', '=', eventId)
    .execute()
}

/** Dates a workspace and its members back. */
export const dateAccount = async (
  tx: Tx,
  accountId: string,
  userIds: readonly string[],
  createdAt: Date,
): Promise<void> => {
  await tx
    .updateTable('users')
    .set({ created_at: createdAt })
    .where(sql<boolean>`id = any(${[...userIds]}::uuid[])`)
    .execute()
  for (const table of ['venues', 'forms'] as const)
    await tx
      .updateTable(table)
      .set({ created_at: createdAt, updated_at: createdAt })
      .where('account_id', '=', accountId)
      .execute()
}

export const categoryIds = async (tx: Tx): Promise<Map<string, string>> => {
  const rows = await tx.selectFrom('event_categories').select(['id', 'slug']).execute()
  return new Map(rows.map((row) => [row.slug, row.id]))
}

export const isPhoneKnown = async (db: Db | Tx, phone: string): Promise<boolean> =>
  (await db.selectFrom('users').select('id').where('phone', '=', phone).executeTakeFirst()) !== undefined

/** The gateway's references of payments, by payment. */
export const chargeRefs = async (tx: Tx, paymentIds: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; ref: string }>`
    select id, provider_ref as ref from payments where id = any(${[...paymentIds]}::uuid[]) and provider_ref is not null`.execute(
    tx,
  )
  return new Map(rows.map(({ id, ref }) => [id, ref]))
}

/** Refunds of an event that wait for the gateway, in the order in which they were requested. */
export const queuedRefunds = async (tx: Tx, eventId: string): Promise<string[]> => {
  const rows = await tx
    .selectFrom('refunds')
    .select('id')
    .where('event_id', '=', eventId)
    .where('status', '=', 'queued')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
