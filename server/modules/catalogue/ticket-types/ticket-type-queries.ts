import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { TypeTexts } from './tables.ts'
import { asJson, containing, countAll, ofEvents, offsetOf, type PageOf } from '../../../platform/http/listing.ts'

export interface TicketTypeRow {
  id: string
  event_id: string
  account_id: string
  name: string
  info: string
  type: 'regular' | 'producer'
  /** agorot */
  price: number
  service_fee: number
  purchase_limit: number | null
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  position: number
  texts: TypeTexts
  created_at: Date
  event_status: 'draft' | 'published' | 'archived'
  event_ends_at: Date
  total: number
  /** What the producer asked for; above `total` where there are fewer seats. */
  quota: number
  held: number
  sold: number
}

/** The price that the producer set, in agorot; a price that was lowered below the fee within it leaves none. */
export const producerPriceOf = ({ price, service_fee: fee }: TypePrice): number => Math.max(0, price - fee)

const activeTypes = (db: Db | Tx) => db.selectFrom('ticket_types').where('ticket_types.archived_at', 'is', null)

const typeRows = (db: Db | Tx) =>
  activeTypes(db)
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .leftJoin('stock', (join) =>
      join.onRef('stock.event_id', '=', 'ticket_types.event_id').onRef('stock.ticket_type_id', '=', 'ticket_types.id'),
    )
    .select([
      'ticket_types.id',
      'ticket_types.event_id',
      'ticket_types.account_id',
      'ticket_types.name',
      'ticket_types.info',
      'ticket_types.type',
      'ticket_types.price',
      'ticket_types.service_fee',
      'ticket_types.purchase_limit',
      'ticket_types.sale_starts_at',
      'ticket_types.sale_ends_at',
      'ticket_types.position',
      'ticket_types.texts',
      'ticket_types.created_at',
      'events.status as event_status',
      'events.ends_at as event_ends_at',
    ])
    .select([
      sql<number>`coalesce(stock.total, 0)`.as('total'),
      sql<number>`coalesce(stock.quota, stock.total, 0)`.as('quota'),
      sql<number>`coalesce(stock.held, 0)`.as('held'),
      sql<number>`coalesce(stock.sold, 0)`.as('sold'),
    ])

interface TicketTypesQuery extends PageOf {
  /** The events that the caller may see; null: all. */
  events: readonly string[] | null
  eventId?: string | undefined
  type?: 'regular' | 'producer' | undefined
  name?: string | undefined
  column: 'position' | 'name' | 'price'
  direction: 'asc' | 'desc'
}

export const listTypeRows = async (
  db: Db,
  accountId: string,
  input: TicketTypesQuery,
): Promise<{ rows: TicketTypeRow[]; total: number }> => {
  const applyFilter = <Q extends ReturnType<typeof typeRows>>(q: Q): Q =>
    q
      .where('ticket_types.account_id', '=', accountId)
      .where(ofEvents('ticket_types.event_id', input.events))
      .$if(input.eventId !== undefined, (w) => w.where('ticket_types.event_id', '=', input.eventId ?? ''))
      .$if(input.type !== undefined, (w) => w.where('ticket_types.type', '=', input.type ?? 'regular'))
      .$if(input.name !== undefined, (w) => w.where('ticket_types.name', 'ilike', containing(input.name ?? ''))) as Q
  const rows = await applyFilter(typeRows(db))
    .orderBy(`ticket_types.${input.column}`, input.direction)
    .orderBy('ticket_types.id')
    .limit(input.per_page)
    .offset(offsetOf(input))
    .execute()
  const { n } = await applyFilter(typeRows(db)).clearSelect().select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}

export const typeRow = async (db: Db | Tx, accountId: string, id: string): Promise<TicketTypeRow | undefined> =>
  typeRows(db).where('ticket_types.id', '=', id).where('ticket_types.account_id', '=', accountId).executeTakeFirst()

export const typeRowsOf = async (db: Db | Tx, eventIds: readonly string[]): Promise<TicketTypeRow[]> =>
  typeRows(db)
    .where(sql<boolean>`ticket_types.event_id = any(${[...eventIds]}::uuid[])`)
    .orderBy('ticket_types.position')
    .orderBy('ticket_types.id')
    .execute()

/** What buyers pay and the service fee within it, in agorot. */
export interface TypePrice {
  price: number
  service_fee: number
}

export interface TypeColumns extends TypePrice {
  name: string
  info: string
  type: 'regular' | 'producer'
  purchase_limit: number | null
  sale_starts_at: Date | string | null
  sale_ends_at: Date | string | null
  texts: TypeTexts
}

/** Ticket types of these events that have texts beside the Hebrew ones, archived ones too, since old orders may name them. */
export const readTypeTexts = async (
  db: Db | Tx,
  eventIds: readonly string[],
): Promise<{ id: string; texts: TypeTexts }[]> =>
  db
    .selectFrom('ticket_types')
    .select(['id', 'texts'])
    .where(sql<boolean>`event_id = any(${[...eventIds]}::uuid[])`)
    .where(sql<boolean>`texts <> '{}'::jsonb`)
    .execute()

export const nextPosition = async (tx: Tx, eventId: string): Promise<number> => {
  const row = await tx
    .selectFrom('ticket_types')
    .where('event_id', '=', eventId)
    .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next'))
    .executeTakeFirstOrThrow()
  return row.next
}

export const insertType = async (
  tx: Tx,
  row: TypeColumns & { id: string; event_id: string; account_id: string; position: number },
): Promise<void> => {
  await tx
    .insertInto('ticket_types')
    .values({ ...row, texts: asJson(row.texts) })
    .execute()
}

export const updateType = async (
  tx: Tx,
  eventId: string,
  id: string,
  change: Partial<TypeColumns & { position: number }>,
  now: Date,
): Promise<void> => {
  const { texts, ...columns } = change
  await tx
    .updateTable('ticket_types')
    .set({ ...columns, ...(texts && { texts: asJson(texts) }), updated_at: now })
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .execute()
}

export const archiveType = async (tx: Tx, eventId: string, id: string, now: Date): Promise<void> => {
  await tx
    .updateTable('ticket_types')
    .set({ archived_at: now })
    .where('event_id', '=', eventId)
    .where('id', '=', id)
    .execute()
}

/** Locks the types of an event. */
export const lockTypes = (tx: Tx, eventId: string): Promise<(TypePrice & { readonly id: string })[]> =>
  tx
    .selectFrom('ticket_types')
    .select(['id', 'price', 'service_fee'])
    .where('event_id', '=', eventId)
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Prices of an event's types with the fees within them, in agorot. */
export const writePrices = async (
  tx: Tx,
  eventId: string,
  prices: readonly (TypePrice & { readonly id: string })[],
  now: Date,
): Promise<void> => {
  await sql`
    update ticket_types t set price = w.price, service_fee = w.fee, updated_at = ${now}
    from unnest(${prices.map(({ id }) => id)}::uuid[], ${prices.map(({ price }) => price)}::int[],
                ${prices.map((row) => row.service_fee)}::int[]) as w(id, price, fee)
    where t.event_id = ${eventId} and t.id = w.id`.execute(tx)
}

/** Positions of an event's types, in the order of `ids`. */
export const placeTypes = async (tx: Tx, eventId: string, ids: readonly string[]): Promise<void> => {
  await sql`
    update ticket_types t set position = w.position - 1
    from unnest(${[...ids]}::uuid[]) with ordinality as w(id, position)
    where t.event_id = ${eventId} and t.id = w.id`.execute(tx)
}
