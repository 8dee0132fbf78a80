import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { countAll, ofEvents, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { PaymentRow } from '../../payments/payments/index.ts'

export interface PaymentsQuery {
  /** The events that the caller may see; null: all. */
  readonly events: readonly string[] | null
  readonly eventId?: string | undefined
  readonly orderId?: string | undefined
  readonly status?: PaymentRow['status'] | undefined
  readonly id?: string | undefined
  readonly direction: 'asc' | 'desc'
}

export type ListedPayment = PaymentRow & { readonly order_number: string }

/** One page of the payments of a workspace, and how many there are in all. */
export const listPaymentRows = async (
  db: Db,
  accountId: string,
  query: PaymentsQuery & PageOf,
): Promise<{ rows: ListedPayment[]; total: number }> => {
  const found = db
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 'p.event_id').onRef('o.id', '=', 'p.order_id'))
    .where('p.account_id', '=', accountId)
    .where(ofEvents('p.event_id', query.events))
    .$if(query.id !== undefined, (q) => q.where('p.id', '=', query.id ?? ''))
    .$if(query.eventId !== undefined, (q) => q.where('p.event_id', '=', query.eventId ?? ''))
    .$if(query.orderId !== undefined, (q) => q.where('p.order_id', '=', query.orderId ?? ''))
    .$if(query.status !== undefined, (q) => q.where('p.status', '=', query.status ?? 'paid'))
  const rows = await found
    .selectAll('p')
    .select('o.number as order_number')
    .orderBy('p.created_at', query.direction)
    .orderBy('p.id', query.direction)
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { n } = await found.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export interface PaidOrder {
  readonly id: string
  readonly number: string
  /** agorot */
  readonly total: number
  readonly channel: string
  readonly created_at: Date
}

/** The orders of a page of payments. */
export const ordersOfPayments = (
  db: Db,
  payments: readonly { readonly event_uuid: string; readonly order_uuid: string }[],
): Promise<PaidOrder[]> =>
  db
    .selectFrom('orders')
    .where(sql<boolean>`event_id = any(${payments.map((row) => row.event_uuid)}::uuid[])`)
    .where(sql<boolean>`id = any(${payments.map((row) => row.order_uuid)}::uuid[])`)
    .select(['id', 'number', 'total', 'channel', 'created_at'])
    .execute()
