import type { Producer } from './people.ts'
import type { World } from './world.ts'

type Bucket = 'regular' | 'special' | 'tourist'

export interface Sold {
  readonly total: number
  readonly bucket?: Bucket
  readonly method?: 'card' | 'cash'
  readonly refunded?: number
  readonly installments?: number
  readonly wallet?: 'bit'
  readonly status?: 'paid' | 'partially_refunded' | 'refunded' | 'cancelled'
  /** Prices of its tickets; one ticket with the total by default. */
  readonly tickets?: readonly number[]
  /** Now by default. */
  readonly at?: Date
}

/** Inserts a completed order with its payment and tickets. */
export const pastSale = async (
  world: World,
  producer: Producer,
  { eventId, typeId }: { readonly eventId: string; readonly typeId: string },
  sale: Sold,
): Promise<void> => {
  const { db, platform, clock } = world
  const [id, now] = [platform.newId(), sale.at ?? clock.now()]
  const prices = sale.tickets ?? [sale.total]
  const status = sale.status ?? 'paid'
  const common = { event_id: eventId, account_id: producer.account.uuid, created_at: now, paid_at: now }
  await db
    .insertInto('orders')
    .values({ ...common, id, token_hash: id, status, total: sale.total, tickets_count: prices.length })
    .execute()
  if (sale.total > 0)
    await db
      .insertInto('payments')
      .values({
        ...common,
        id: platform.newId(),
        order_id: id,
        provider: 'test',
        status: 'paid',
        method: sale.method ?? 'card',
        amount: sale.total,
        refunded: sale.refunded ?? 0,
        installments: sale.installments ?? 1,
        wallet: sale.wallet ?? null,
        bucket: sale.method === 'cash' ? null : (sale.bucket ?? 'regular'),
      })
      .execute()
  const ticket = { event_id: eventId, order_id: id, ticket_type_id: typeId, name: 'כרטיס', created_at: now }
  const isCancelled = status === 'cancelled' || status === 'refunded'
  await db
    .insertInto('tickets')
    .values(
      prices.map((price, index) => ({
        ...ticket,
        id: platform.newId(),
        position: index + 1,
        price,
        status: isCancelled ? ('cancelled' as const) : ('valid' as const),
        cancelled_at: isCancelled ? now : null,
      })),
    )
    .execute()
}
