import type { Agorot } from '@kartis/domain/money.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { PaymentsTable } from './tables.ts'

export type PaymentRow = Selectable<PaymentsTable>
type PaymentKey = Pick<PaymentRow, 'event_id' | 'id'>

export interface NewPayment {
  readonly event_id: string
  readonly id: string
  readonly order_id: string
  readonly account_id: string
  readonly provider: string
  readonly method: PaymentRow['method']
  readonly status: 'started' | 'paid'
  readonly amount: Agorot
  readonly created_at: Date
  readonly provider_ref?: string | null
  readonly approval_code?: string | null
  readonly last4?: string | null
  readonly bucket?: PaymentRow['bucket']
  readonly paid_at?: Date | null
}

export const insertPayment = (db: Db | Tx, payment: NewPayment): Promise<PaymentRow> =>
  db.insertInto('payments').values(payment).returningAll().executeTakeFirstOrThrow()

/** The insert of a started card payment as a part of a statement of the orders': one for each row of `orders`, for all of its total. */
export const startedPayments = (
  orders: RawBuilder<unknown>,
  { id, provider, created_at }: Pick<NewPayment, 'id' | 'provider' | 'created_at'>,
): RawBuilder<PaymentRow> => sql`
  insert into payments (event_id, id, order_id, account_id, provider, method, status, amount, created_at)
  select o.event_id, ${id}::uuid, o.id, o.account_id, ${provider}, 'card', 'started', o.total, ${created_at}::timestamptz
  from ${orders} o
  returning *`

/** Words from outside name a payment without its event. */
export const readPayment = (db: Db | Tx, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

/** Each is looked up by its own id: a plan made while nothing was sold would rather read the whole table. */
export const readPayments = async (db: Db, ids: readonly string[]): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    select p.* from unnest(${[...ids]}::uuid[]) as wanted (id)
    cross join lateral (select * from payments where payments.id = wanted.id limit 1) as p`.execute(db)
  return rows
}

/** Every payment of an order, the newest first. */
export const readPaymentsOf = (db: Db | Tx, eventId: string, orderId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Of many orders, which may belong to different events. */
export const readPaymentsOfOrders = (db: Db | Tx, orderIds: readonly string[]): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 'p.event_id').onRef('o.id', '=', 'p.order_id'))
    .selectAll('p')
    .where('o.id', '=', sql<string>`any(${[...orderIds]}::uuid[])`)
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute()

export const savePage = async (db: Db, { event_id, id }: PaymentKey, url: string, expiresAt: Date): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ url, expires_at: expiresAt })
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .execute()
}

/** A page that nobody will pay on any more; money that comes all the same is still accepted. */
export const markAbandoned = async (db: Db | Tx, { event_id, id }: PaymentKey): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ status: 'abandoned' })
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .where('status', '=', 'started')
    .execute()
}

/** True for the one caller who moved it. */
export const markDeclined = async (
  tx: Tx,
  { event_id, id }: PaymentKey,
  decline: { code: string; reason: string; providerRef: string },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({
      status: 'declined',
      decline_code: decline.code,
      provider_ref: decline.providerRef,
      raw: JSON.stringify({ reason: decline.reason }),
    })
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .where('status', '=', 'started')
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** What the gateway said of a charge, as JSON: one for each payment. */
export type PaidColumns = Required<
  Pick<
    PaymentRow,
    | 'id'
    | 'provider_ref'
    | 'approval_code'
    | 'last4'
    | 'brand_code'
    | 'issuer_code'
    | 'acquirer_code'
    | 'foreign_card'
    | 'bucket'
  >
> & { readonly raw: Readonly<Record<string, unknown>> }

/**
 * The one statement that makes payments paid. The ids of those that it did, however many say it at once. Their ids are said twice,
 * so that no plan reads all payments of the event.
 */
export const markPaidMany = async (
  tx: Tx,
  eventId: string,
  paid: readonly PaidColumns[],
  at: Date,
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    update payments p
    set status = 'paid', decline_code = null, paid_at = ${at}, provider_ref = x.provider_ref,
        approval_code = x.approval_code, last4 = x.last4, brand_code = x.brand_code, issuer_code = x.issuer_code,
        acquirer_code = x.acquirer_code, foreign_card = x.foreign_card, bucket = x.bucket, raw = x.raw
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as x (id uuid, provider_ref text, approval_code text,
      last4 text, brand_code text, issuer_code text, acquirer_code text, foreign_card boolean, bucket text, raw jsonb)
    where p.event_id = ${eventId} and p.id = any(${paid.map(({ id }) => id)}::uuid[]) and p.id = x.id
      and p.status <> 'paid'
    returning p.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export const markChecked = async (db: Db, { event_id, id }: PaymentKey, at: Date): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ checked_at: at })
    .where('event_id', '=', event_id)
    .where('id', '=', id)
    .execute()
}

/** Started payments that nobody has spoken of for a while, the longest unasked first. */
export const readUnheard = (db: Db, startedBefore: Date, checkedBefore: Date, most: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    // Written out, not a parameter: a plan made once for all parameters could not use the index of open payments.
    .where('status', '=', sql.lit('started' as const))
    .where('created_at', '<', startedBefore)
    .where((where) => where.or([where('checked_at', 'is', null), where('checked_at', '<', checkedBefore)]))
    .orderBy('created_at')
    .limit(most)
    .execute()

/** The sum of a held order of the workspace, for a card read at a terminal. */
export const readOrderSum = (db: Db, accountId: string, orderId: string) =>
  db
    .selectFrom('orders')
    .select(['total', 'status'])
    .where('id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
