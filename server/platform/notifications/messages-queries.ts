import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { MessageSecret, MessagesTable } from './tables.ts'

export type MessageRow = Selectable<MessagesTable>

/** A new row as JSON; instants are ISO texts. */
export interface NewMessage {
  readonly id: string
  readonly channel: 'sms' | 'email'
  readonly to: string
  readonly lang: string
  readonly template: string
  readonly subject: string | null
  readonly text: string
  readonly html: string | null
  readonly layout: number | null
  readonly secret: MessageSecret | null
  readonly attachments: readonly { name: string; file_key: string; content_type: string }[] | null
  readonly account_id: string | null
  readonly event_id: string | null
  readonly order_id: string | null
  readonly created_at: string
}

/** Inserts any number of rows with one statement. */
export const insertMessages = async (db: Db | Tx, rows: readonly NewMessage[]): Promise<void> => {
  await sql`
    insert into messages (id, channel, "to", lang, template, subject, text, html, layout, secret, attachments,
      account_id, event_id, order_id, created_at)
    select id, channel, "to", lang, template, subject, text, html, layout, secret, attachments,
      account_id, event_id, order_id, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id uuid, channel text, "to" text, lang text,
      template text, subject text, text text, html text, layout smallint, secret jsonb, attachments jsonb,
      account_id uuid, event_id uuid, order_id uuid, created_at timestamptz)`.execute(db)
}

/** Those of the messages that are not sent yet. */
export const undeliveredMessages = (db: Db | Tx, ids: readonly string[]): Promise<MessageRow[]> =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('status', 'in', ['queued', 'failed'])
    .execute()

/** The outcome of one attempt. */
export interface DeliveryResult {
  readonly id: string
  readonly status: 'sent' | 'failed' | 'dead'
  readonly provider: string
  readonly provider_ref: string | null
  readonly last_error: string | null
  readonly sent_at: string | null
  readonly delete_secret: boolean
}

/** One statement, so that a message is updated once: an attempt that a crash cut off is counted by its job alone. */
export const saveDeliveries = async (db: Db | Tx, results: readonly DeliveryResult[]): Promise<void> => {
  await sql`
    update messages set status = row.status, attempts = messages.attempts + 1, provider = row.provider, last_error = row.last_error,
      provider_ref = coalesce(row.provider_ref, messages.provider_ref), sent_at = row.sent_at,
      secret = case when row.delete_secret then null else messages.secret end
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as row (id uuid, status text, provider text,
      provider_ref text, last_error text, sent_at timestamptz, delete_secret boolean)
    where messages.id = row.id and messages.status in ('queued', 'failed')`.execute(db)
}

/** The newest messages first, to one address (in lower case) or to all. */
export const latestMessages = (db: Db, to: string | undefined, limit: number): Promise<MessageRow[]> =>
  db
    .selectFrom('messages')
    .selectAll()
    .$if(to !== undefined, (query) => query.where(sql`lower("to")`, '=', to ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const messageById = (db: Db, id: string): Promise<MessageRow | undefined> =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * No index has the status, or each delivery would write to all of them: of messages that failed there is one, which also
 * contains those that were sent since, and those that wait are found by their jobs.
 */
const DEAD = sql<boolean>`last_error is not null and status = 'dead'`

export const deadMessages = (db: Db, limit: number) =>
  db
    .selectFrom('messages')
    .select(['id', 'channel', 'to', 'template', 'attempts', 'last_error', 'provider', 'created_at'])
    .where(DEAD)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** Queues dead messages again (all, or those of `ids`); returns their ids. */
export const reviveMessages = async (db: Db | Tx, ids: readonly string[] | undefined): Promise<string[]> => {
  const rows = await db
    .updateTable('messages')
    .set({ status: 'queued', attempts: 0 })
    .where(DEAD)
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any(${ids ?? []}::uuid[])`))
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the secrets of messages that died and were created before `before`. */
export const deleteDeadSecrets = async (db: Db, before: Date): Promise<void> => {
  await db
    .updateTable('messages')
    .set({ secret: null })
    .where(DEAD)
    .where('created_at', '<', before)
    .where('secret', 'is not', null)
    .execute()
}

interface MessageCount {
  readonly status: MessageRow['status']
  readonly count: number
  readonly oldest: Date
}

/** How many messages of each status are not sent, of those with a job of these names or given up. */
export const messageCounts = async (db: Db, jobs: readonly string[]): Promise<MessageCount[]> => {
  const { rows } = await sql<MessageCount>`
    select status, count(*)::int as count, min(created_at) as oldest from messages
    where id in (
        select jsonb_array_elements_text(coalesce(data -> 'ids', jsonb_build_array(data -> 'id')))::uuid
        from jobs.job where name = any(${[...jobs]}::text[]) and state < 'completed')
      and status in ('queued', 'failed')
    group by status
    union all
    select 'dead', count(*)::int, min(created_at) from messages where ${DEAD} having count(*) > 0`.execute(db)
  return rows
}

/** Removes recipient and texts of the messages about orders, of one template or of all; those that are not sent yet are deleted. */
export const eraseMessages = async (tx: Tx, orderIds: readonly string[], template?: string): Promise<void> => {
  const orders = sql<string>`any(${[...orderIds]}::uuid[])`
  const chosen = sql<boolean>`(${template ?? null}::text is null or template = ${template ?? null}::text)`
  await tx.deleteFrom('messages').where('order_id', '=', orders).where(chosen).where('status', '<>', 'sent').execute()
  await tx
    .updateTable('messages')
    .set({ to: '', subject: null, text: '', html: null, secret: null, attachments: null, last_error: null })
    .where('order_id', '=', orders)
    .where(chosen)
    .execute()
}

/** Deletes the messages to a phone that belong to no order, of one account or of all: login codes, team invitations, tickets of others. */
export const deleteMessagesTo = async (tx: Tx, phone: string, accountId?: string): Promise<void> => {
  await tx
    .deleteFrom('messages')
    .where('to', '=', phone)
    .where('order_id', 'is', null)
    .$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))
    .execute()
}
