import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { PaymentWebhooksTable } from './tables.ts'
import type { GatewayWebhook } from './gateway.ts'

export type WebhookRow = Selectable<PaymentWebhooksTable>

export interface NewWebhook {
  readonly id: string
  readonly provider: string
  readonly webhook: GatewayWebhook
  readonly at: Date
}

const bodyOf = ({ raw, providerRef }: GatewayWebhook): string =>
  JSON.stringify({ ...raw, ...(providerRef && { provider_ref: providerRef }) })

/** Saves webhooks with one statement; the rows of those that were not received before. */
export const insertWebhooks = async (tx: Tx, webhooks: readonly NewWebhook[]): Promise<readonly WebhookRow[]> => {
  const { rows } = await sql<WebhookRow>`
    insert into payment_webhooks (id, provider, provider_key, payment_id, body, received_at)
    select x.id, x.provider, x.provider_key, x.payment_id, x.body::jsonb, x.received_at
    from unnest(
      ${webhooks.map(({ id }) => id)}::uuid[], ${webhooks.map(({ provider }) => provider)}::text[],
      ${webhooks.map(({ webhook }) => webhook.key)}::text[], ${webhooks.map(({ webhook }) => webhook.paymentId ?? null)}::uuid[],
      ${webhooks.map(({ webhook }) => bodyOf(webhook))}::text[], ${webhooks.map(({ at }) => at)}::timestamptz[]
    ) as x (id, provider, provider_key, payment_id, body, received_at)
    on conflict (provider, provider_key) do nothing
    returning *`.execute(tx)
  return rows
}

export const readWebhooks = (db: Db, ids: readonly string[]): Promise<WebhookRow[]> =>
  db
    .selectFrom('payment_webhooks')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()

export interface ClosedWebhook {
  readonly id: string
  readonly outcome: string
}

/** Stores the outcomes of webhooks; the first outcome of each stays. */
export const closeWebhooks = async (db: Db, closed: readonly ClosedWebhook[], at: Date): Promise<void> => {
  await sql`
    update payment_webhooks w set outcome = x.outcome, handled_at = ${at}
    from unnest(${closed.map(({ id }) => id)}::uuid[], ${closed.map(({ outcome }) => outcome)}::text[]) as x (id, outcome)
    where w.id = x.id and w.handled_at is null`.execute(db)
}

/** Deletes the handled webhooks that were received before. */
export const deleteOldWebhooks = async (db: Db, before: Date): Promise<void> => {
  await db
    .deleteFrom('payment_webhooks')
    .where('received_at', '<', before)
    .where('handled_at', 'is not', null)
    .execute()
}
