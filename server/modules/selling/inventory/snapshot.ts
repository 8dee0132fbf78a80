import type { Stock } from '@kartis/domain/availability.ts'
import { isOnSale } from '@kartis/domain/event.ts'
import { orderLimitOf } from '@kartis/domain/limits.ts'
import { leftOf } from '@kartis/domain/ticket-type.ts'
import type { StockRow } from './stock-queries.ts'

/** A ticket type at the moment of the decision; price in agorot. */
export interface SnapshotType {
  readonly name: string
  readonly price: number
}

/** The event as all carts of a batch see it. */
export interface Snapshot {
  readonly eventId: string
  readonly accountId: string
  readonly now: Date
  /** By ticket type id. */
  readonly types: ReadonlyMap<string, SnapshotType>
  /** Whether purchase limits count for one phone across orders. */
  readonly limitsPhones: boolean
}

/** The rows after carts took tickets: ticket type id to quantity. */
export const withTaken = (rows: readonly StockRow[], taken: ReadonlyMap<string, number>): readonly StockRow[] =>
  rows.map((row) => ({ ...row, held: row.held + (taken.get(row.type_id) ?? 0) }))

export const snapshotOf = (eventId: string, rows: readonly StockRow[], now: Date): Snapshot => ({
  eventId,
  accountId: rows[0]?.account_id ?? '',
  now,
  types: new Map(rows.map((row) => [row.type_id, { name: row.name, price: row.price }])),
  limitsPhones: Boolean(rows[0]?.phone_limit),
})

/** The locked rows as input of `decideCarts`; archived types are left out. */
export const stockOf = (rows: readonly StockRow[], now: Date): Stock => {
  const [first] = rows
  return {
    now,
    isOnSale:
      first !== undefined &&
      isOnSale({ status: first.event_status, startsAt: first.event_starts_at, endsAt: first.event_ends_at }, now),
    orderLimit: orderLimitOf(first?.order_limit),
    hidesLeft: first?.hides_left ?? false,
    verifiedOnly: first?.verified_only ?? false,
    phoneLimit: typeof first?.phone_limit === 'number' ? first.phone_limit : null,
    lines: rows
      .filter((row) => !row.archived)
      .map((row) => ({
        ticketTypeId: row.type_id,
        left: leftOf(row),
        type: row.kind,
        purchaseLimit: row.purchase_limit,
        saleStartsAt: row.sale_starts_at,
        saleEndsAt: row.sale_ends_at,
      })),
  }
}
