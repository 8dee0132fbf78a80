import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { PaymentWebhooksTable } from './tables.ts'
import type { GatewayWebhook } from './gateway.ts'

export type WebhookRow = Selectable<PaymentWebhooksTable>

export interface NewWebhook {
  readonly id: string
  readonly provider: string
  readonly word: GatewayWebhook
  readonly at: Date
}

const bodyOf = ({ raw, providerRef }: GatewayWebhook): string =>
  JSON.stringify({ ...raw, ...(providerRef && { provider_ref: providerRef }) })

/** Keeps words, with one statement however many; those that were said before are not among the answer. */
export const insertWebhooks = async (tx: Tx, words: readonly NewWebhook[]): Promise<readonly WebhookRow[]> => {
  const { rows } = await sql<WebhookRow>`
    insert into gateway_words (id, provider, provider_key, payment_id, body, received_at)
    select x.id, x.provider, x.provider_key, x.payment_id, x.body::jsonb, x.received_at
    from unnest(
      ${words.map(({ id }) => id)}::uuid[], ${words.map(({ provider }) => provider)}::text[],
      ${words.map(({ word }) => word.key)}::text[], ${words.map(({ word }) => word.paymentId ?? null)}::uuid[],
      ${words.map(({ word }) => bodyOf(word))}::text[], ${words.map(({ at }) => at)}::timestamptz[]
    ) as x (id, provider, provider_key, payment_id, body, received_at)
    on conflict (provider, provider_key) do nothing
    returning *`.execute(tx)
  return rows
}

export const readWords = (db: Db, ids: readonly string[]): Promise<WebhookRow[]> =>
  db
    .selectFrom('gateway_words')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()

export interface ClosedWebhook {
  readonly id: string
  readonly outcome: string
}

/** Writes what became of words; the first outcome of each stays. */
export const closeWords = async (db: Db, closed: readonly ClosedWebhook[], at: Date): Promise<void> => {
  await sql`
    update gateway_words w set outcome = x.outcome, handled_at = ${at}
    from unnest(${closed.map(({ id }) => id)}::uuid[], ${closed.map(({ outcome }) => outcome)}::text[]) as x (id, outcome)
    where w.id = x.id and w.handled_at is null`.execute(db)
}
