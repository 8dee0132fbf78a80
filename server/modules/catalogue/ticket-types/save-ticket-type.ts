import type { BodyOf } from '@kartis/contract/endpoint.ts'
import type { createTicketType, updateTicketType } from '@kartis/contract/tickets.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { newTicketTypeReasons, ticketTypeReasons } from '@kartis/domain/ticket-type.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { tidyTexts } from '../../../platform/database/localized-text.ts'
import { eventRow, shareEvent } from '../events/index.ts'
import { priceFor } from './price-types.ts'
import type { TicketTypeContext } from './ticket-stock.ts'
import {
  archiveType,
  insertType,
  lockTypes,
  nextPosition,
  placeTypes,
  producerPriceOf,
  type TicketTypeRow,
  type TypeColumns,
  type TypePrice,
  typeRow,
  typeRowsOf,
  updateType,
} from './ticket-type-queries.ts'

type Draft = BodyOf<typeof createTicketType>
type Change = BodyOf<typeof updateTicketType>

const dateOf = (text: string | null | undefined, before: Date | null): Date | null =>
  text === undefined ? before : text === null ? null : new Date(text)

const validate = (change: Change, before?: TicketTypeRow): Refusal | undefined => {
  const reasons = before ? ticketTypeReasons : newTicketTypeReasons
  const fields = reasons({
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.price === undefined ? {} : { price: toAgorot(change.price) }),
    ...(change.sum_total_available === undefined ? {} : { sum_total_available: change.sum_total_available }),
    ...(change.purchase_limit === undefined ? {} : { purchase_limit: change.purchase_limit }),
    sale_starts_at: dateOf(change.sale_starts_at, before?.sale_starts_at ?? null),
    sale_ends_at: dateOf(change.sale_ends_at, before?.sale_ends_at ?? null),
  })
  return hasReasons(fields) ? refuse('validation', { fields }) : undefined
}

export const createType = async (
  { db, newId, stock }: TicketTypeContext,
  accountId: string,
  draft: Draft,
  now: Date,
): Promise<string | Refusal> => {
  const { event_uuid: eventId, sum_total_available: total, ...columns } = draft
  const wrong = validate({ ...columns, sum_total_available: total })
  if (wrong) return wrong
  return inTransaction(db, async (tx) => {
    const event = await shareEvent(tx, accountId, eventId)
    if (!event) return refuse('not_found')
    const priced = await priceFor(tx, event, toAgorot(columns.price), now)
    if (isRefusal(priced)) return priced
    const id = newId()
    await insertType(tx, {
      ...columns,
      ...priced,
      purchase_limit: columns.purchase_limit ?? null,
      sale_starts_at: columns.sale_starts_at ?? null,
      sale_ends_at: columns.sale_ends_at ?? null,
      texts: tidyTexts(columns.texts ?? {}),
      id,
      event_id: eventId,
      account_id: accountId,
      position: await nextPosition(tx, eventId),
    })
    return (await stock.setTotal(tx, eventId, id, total)) ?? id
  })
}

/** The columns of a new price; none where it is the one that the type has, which stays when the fees change. */
const newPrice = async (
  tx: Tx,
  { event_id: eventId, account_id: accountId, id }: TicketTypeRow,
  price: number | undefined,
  now: Date,
): Promise<Partial<TypePrice> | Refusal> => {
  if (price === undefined) return {}
  const event = await shareEvent(tx, accountId, eventId)
  // Read under the lock: the event may have priced its types again meanwhile.
  const before = event && (await typeRow(tx, accountId, id))
  if (!before) return refuse('not_found')
  const agorot = toAgorot(price)
  return agorot === producerPriceOf(before) ? {} : priceFor(tx, event, agorot, now)
}

/** Rolls back the transaction and carries the refusal to return. */
class RollbackWithRefusal extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.refusal)
    this.refusal = refusal
  }
}

const refusalOrThrow = async <T>(action: () => Promise<T>): Promise<T | Refusal> => {
  try {
    return await action()
  } catch (error) {
    if (error instanceof RollbackWithRefusal) return error.refusal
    throw error
  }
}

export const changeType = async (
  { db, stock }: TicketTypeContext,
  accountId: string,
  id: string,
  change: Change,
  now: Date,
): Promise<string | Refusal> =>
  refusalOrThrow(() =>
    inTransaction(db, async (tx) => {
      const before = await typeRow(tx, accountId, id)
      if (!before) return refuse('not_found')
      const wrong = validate(change, before)
      if (wrong) return wrong
      const { sum_total_available: total, price, texts, ...columns } = change
      const priced = await newPrice(tx, before, price, now)
      if (isRefusal(priced)) return priced
      await updateType(
        tx,
        before.event_id,
        id,
        {
          ...(columns as Partial<TypeColumns>),
          ...priced,
          ...(texts && { texts: tidyTexts(texts) }),
        },
        now,
      )
      const refused = total === undefined ? undefined : await stock.setTotal(tx, before.event_id, id, total)
      if (isRefusal(refused)) throw new RollbackWithRefusal(refused)
      return id
    }),
  )

export const removeType = async (
  { db, stock }: TicketTypeContext,
  accountId: string,
  id: string,
  now: Date,
): Promise<true | Refusal> =>
  inTransaction(db, async (tx) => {
    const row = await typeRow(tx, accountId, id)
    if (!row) return refuse('not_found')
    // The lock of the stock row decides: a concurrent sale makes the deletion fail.
    if (!(await stock.remove(tx, row.event_id, id)))
      return refuse('ticket_type_has_sales', { detail: { sold: row.sold, held: row.held } })
    await archiveType(tx, row.event_id, id, now)
    return true
  })

export const orderTypes = async (
  { db }: Pick<TicketTypeContext, 'db'>,
  accountId: string,
  eventId: string,
  ids: readonly string[],
): Promise<TicketTypeRow[] | Refusal> =>
  inTransaction(db, async (tx) => {
    if (!(await eventRow(tx, accountId, eventId))) return refuse('not_found')
    const own = new Set((await typeRowsOf(tx, [eventId])).map(({ id }) => id))
    if (ids.some((id) => !own.has(id))) return refuse('not_found')
    // In one order with whoever prices them again, so that neither waits for the other.
    await lockTypes(tx, eventId)
    await placeTypes(tx, eventId, ids)
    return typeRowsOf(tx, [eventId])
  })
