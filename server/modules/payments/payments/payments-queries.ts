import type { Agorot } from '@kartis/domain/money.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { inEvent } from '../../../platform/database/unindexed.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { insertPaymentEvents } from './domain-events.ts'
import type { PaymentsTable } from './tables.ts'
import { defaultTerminal } from './terminals-queries.ts'

export type PaymentRow = Selectable<PaymentsTable>
type PaymentKey = Pick<PaymentRow, 'event_id' | 'id'>

export interface NewPayment {
  readonly event_id: string
  readonly id: string
  readonly order_id: string
  readonly account_id: string
  readonly provider: string
  readonly terminal_id: string | null
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

/**
 * The insert of started card payments as part of a statement on orders: one for each row of `orders`, with the id that the
 * row names in `payment_id`, for its whole total, at the default terminal of its account. Fails with a not-null violation
 * where there is no terminal.
 */
export const startedPayments = (orders: RawBuilder<unknown>, createdAt: Date): RawBuilder<PaymentRow> => sql`
  insert into payments (event_id, id, order_id, account_id, provider, terminal_id, method, status, amount, created_at)
  select o.event_id, o.payment_id, o.id, o.account_id, t.provider, t.id, 'card', 'started', o.total, ${createdAt}::timestamptz
  from ${orders} o left join lateral (${defaultTerminal(sql`o.account_id`)}) t on true
  returning *`

/** Webhooks name a payment without its event. */
export const readPayment = (db: Db | Tx, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

/** One index lookup for each id: a generic plan made while the table was small would read all of it. */
export const readPayments = async (db: Db, ids: readonly string[]): Promise<PaymentRow[]> => {
  const { rows } = await sql<PaymentRow>`
    select p.* from unnest(${[...ids]}::uuid[]) as ids (id)
    cross join lateral (select * from payments where payments.id = ids.id limit 1) as p`.execute(db)
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

/** The gateway's page of a payment. */
export interface SavedPage {
  readonly paymentId: string
  readonly url: string
  readonly pageRef?: string | undefined
  readonly expiresAt: Date
  /** What it offers, as far as it is the page that says so. */
  readonly offered?: { readonly installments: number; readonly bit: boolean | null }
}

/** Saves the pages of payments of one event, each payment once: one statement, however many. The ids are compared twice, as in `markPaidMany`. */
export const savePages = async (db: Db, eventId: string, pages: readonly SavedPage[]): Promise<void> => {
  const sorted = pages.toSorted((a, b) => (a.paymentId < b.paymentId ? -1 : 1))
  const ids = sorted.map(({ paymentId }) => paymentId)
  await sql`
    update payments p set url = x.url, page_ref = x.page_ref, expires_at = x.expires_at,
      offered_installments = x.installments, offered_bit = x.bit
    from unnest(
      ${ids}::uuid[], ${sorted.map(({ url }) => url)}::text[],
      ${sorted.map(({ pageRef }) => pageRef ?? null)}::text[],
      ${sorted.map(({ expiresAt }) => expiresAt)}::timestamptz[],
      ${sorted.map(({ offered }) => offered?.installments ?? null)}::smallint[], ${sorted.map(({ offered }) => offered?.bit ?? null)}::boolean[]
    ) as x (id, url, page_ref, expires_at, installments, bit)
    where p.event_id = ${eventId} and p.id = any(${ids}::uuid[]) and p.id = x.id`.execute(db)
}

/** Closes an attempt to pay. A charge that arrives all the same is still settled. */
export const markAbandoned = async (db: Db | Tx, { event_id, id }: PaymentKey): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ status: 'abandoned' })
    .where(inEvent('event_id', event_id))
    .where('id', '=', id)
    .where('status', '=', 'started')
    .execute()
}

/** True for the one caller that changed it. */
export const markDeclined = async (
  tx: Tx,
  { event_id, id }: PaymentKey,
  decline: { readonly code: string; readonly reason: string; readonly providerRef: string },
  at: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    with declined as (
      update payments set status = 'declined', decline_code = ${decline.code}, provider_ref = ${decline.providerRef},
        raw = ${JSON.stringify({ reason: decline.reason })}::jsonb
      where ${inEvent('event_id', event_id)} and id = ${id} and status = 'started'
      returning *
    ), logged as (${insertPaymentEvents('payment.declined', sql`declined`, at)})
    select id from declined`.execute(tx)
  return rows.length === 1
}

/** Columns that a paid payment gets from the gateway, one row for each payment. */
export type PaidColumns = Required<
  Pick<
    PaymentRow,
    | 'id'
    | 'amount'
    | 'provider_ref'
    | 'approval_code'
    | 'charge_key'
    | 'last4'
    | 'brand_code'
    | 'issuer_code'
    | 'acquirer_code'
    | 'foreign_card'
    | 'bucket'
    | 'wallet'
    | 'installments'
  >
> & { readonly raw: Readonly<Record<string, unknown>> }

/**
 * The only statement that makes payments paid; the ids of those that it changed, so that of concurrent callers one acts on
 * each. The ids are compared twice so that no plan reads all payments of the event.
 */
export const markPaidMany = async (
  tx: Tx,
  eventId: string,
  paid: readonly PaidColumns[],
  at: Date,
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    with paid as (update payments p
    set status = 'paid', decline_code = null, paid_at = ${at}, amount = x.amount, provider_ref = x.provider_ref,
        approval_code = x.approval_code, charge_key = x.charge_key, last4 = x.last4, brand_code = x.brand_code, issuer_code = x.issuer_code,
        acquirer_code = x.acquirer_code, foreign_card = x.foreign_card, bucket = x.bucket,
        wallet = x.wallet, installments = x.installments, raw = x.raw
    from jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) as x (id uuid, amount int, provider_ref text, approval_code text,
      charge_key text, last4 text, brand_code text, issuer_code text, acquirer_code text, foreign_card boolean, bucket text, wallet text, installments smallint, raw jsonb)
    where p.event_id = ${eventId} and p.id = any(${paid.map(({ id }) => id)}::uuid[]) and p.id = x.id
      and p.status <> 'paid'
    returning p.*
    ), logged as (${insertPaymentEvents('payment.paid', sql`paid`, at)})
    select id from paid`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export const markChecked = async (db: Db, { event_id, id }: PaymentKey, at: Date): Promise<void> => {
  await db
    .updateTable('payments')
    .set({ checked_at: at })
    .where(inEvent('event_id', event_id))
    .where('id', '=', id)
    .execute()
}

/**
 * Started payments without a result, oldest first. The older one is, the less often it is looked up (once in a tenth of its
 * age), so that payments whose gateway is gone do not take the places of new ones.
 */
export const readUnconfirmed = (
  db: Db,
  {
    startedBefore,
    checkedBefore,
    now,
  }: { readonly startedBefore: Date; readonly checkedBefore: Date; readonly now: Date },
  max: number,
): Promise<PaymentRow[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    // A literal: a generic plan over a parameter could not use the partial index of open payments.
    .where('status', '=', sql.lit('started' as const))
    .where('created_at', '<', startedBefore)
    .where((where) =>
      where.or([
        where('checked_at', 'is', null),
        where.and([
          where('checked_at', '<', checkedBefore),
          sql<boolean>`checked_at < created_at + 0.9 * (${now}::timestamptz - created_at)`,
        ]),
      ]),
    )
    .orderBy('created_at')
    .limit(max)
    .execute()

/** Total (agorot) and status of an order of the workspace, for a card read at a terminal. */
export const readOrderTotal = (db: Db, accountId: string, orderId: string) =>
  db
    .selectFrom('orders')
    .select(['total', 'status'])
    .where('id', '=', orderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Payments whose page closed before a time and whose result is still not known. */
export const countUnresolved = async (db: Db, before: Date): Promise<number> => {
  const { n } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    // As above.
    .where('status', '=', sql.lit('started' as const))
    .where('expires_at', '<', before)
    .executeTakeFirstOrThrow()
  return Number(n)
}
