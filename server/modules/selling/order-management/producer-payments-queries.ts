import type { Db } from '../../../platform/database/db.ts'
import { countAll, ofEvents, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { PaymentRow } from '../../payments/payments/index.ts'

export interface PaymentsAsk {
  /** The events that the caller may see; null: all. */
  readonly events: readonly string[] | null
  readonly eventId?: string | undefined
  readonly orderId?: string | undefined
  readonly status?: PaymentRow['status'] | undefined
  readonly id?: string | undefined
  readonly direction: 'asc' | 'desc'
}

export type ListedPayment = PaymentRow & { readonly order_number: string }

/** Payments of a workspace, the newest first unless told. */
export const listPaymentRows = async (
  db: Db,
  accountId: string,
  ask: PaymentsAsk & PageOf,
): Promise<{ rows: ListedPayment[]; total: number }> => {
  const found = db
    .selectFrom('payments as p')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 'p.event_id').onRef('o.id', '=', 'p.order_id'))
    .where('p.account_id', '=', accountId)
    .where(ofEvents('p.event_id', ask.events))
    .$if(ask.id !== undefined, (q) => q.where('p.id', '=', ask.id ?? ''))
    .$if(ask.eventId !== undefined, (q) => q.where('p.event_id', '=', ask.eventId ?? ''))
    .$if(ask.orderId !== undefined, (q) => q.where('p.order_id', '=', ask.orderId ?? ''))
    .$if(ask.status !== undefined, (q) => q.where('p.status', '=', ask.status ?? 'paid'))
  const rows = await found
    .selectAll('p')
    .select('o.number as order_number')
    .orderBy('p.created_at', ask.direction)
    .orderBy('p.id', ask.direction)
    .limit(ask.per_page)
    .offset(offsetOf(ask))
    .execute()
  const { n } = await found.select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}
