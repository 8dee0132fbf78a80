import { Pool } from 'pg'

export interface Books {
  readonly total: number
  readonly held: number
  readonly sold: number
  /** Tickets of open orders. */
  readonly inHolds: number
  /** Valid tickets. */
  readonly tickets: number
  /** Tickets issued twice for the same position of an order. */
  readonly twice: number
  /** Agorot: the total of paid orders, and the charges less refunds. */
  readonly owed: number
  readonly charged: number
  /** Paid orders without all of their tickets. */
  readonly short: number
}

/** Totals of an event after a run, counted from the tables. */
export const booksOf = async (db: Pool, eventId: string): Promise<Books> => {
  const { rows } = await db.query<Record<keyof Books, string>>(
    `select
       (select sum(total) from stock where event_id = $1) as total,
       (select sum(held) from stock where event_id = $1) as held,
       (select sum(sold) from stock where event_id = $1) as sold,
       (select coalesce(sum(tickets_count), 0) from orders
         where event_id = $1 and status in ('reserved', 'pending_payment')) as "inHolds",
       (select count(*) from tickets where event_id = $1 and status = 'valid') as tickets,
       (select count(*) from (select from tickets where event_id = $1 group by order_id, position having count(*) > 1) t) as twice,
       (select coalesce(sum(total), 0) from orders where event_id = $1 and status = 'paid') as owed,
       (select coalesce(sum(amount - refunded), 0) from payments where event_id = $1 and status = 'paid') as charged,
       (select count(*) from orders o where o.event_id = $1 and o.status = 'paid' and o.tickets_count <>
         (select count(*) from tickets t where t.event_id = $1 and t.order_id = o.id)) as short`,
    [eventId],
  )
  const [row] = rows
  if (!row) throw new Error('no books')
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as unknown as Books
}

/** Checks that the totals agree; the note lists them. */
export const checkBooks = (books: Books): { proof: boolean; note: string } => ({
  proof:
    books.held === books.inHolds &&
    books.sold === books.tickets &&
    books.held + books.sold <= books.total &&
    books.owed === books.charged &&
    books.twice === 0 &&
    books.short === 0,
  note: `${books.sold} sold + ${books.held} held of ${books.total}; ${books.tickets} tickets, ${books.twice} twice; ${books.owed / 100} ₪ owed, ${books.charged / 100} ₪ charged`,
})

export const openDatabase = (url: string, connections = 4): Pool => {
  const pool = new Pool({ connectionString: url, max: connections, options: '-c timezone=UTC' })
  pool.on('error', () => undefined)
  return pool
}
