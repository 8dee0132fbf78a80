import { REFUND_TRANSFER_STATES, type RefundPayer, type RefundTransferState } from '@kartis/domain/refund-transfer.ts'
import { searchText } from '@kartis/domain/text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { containing, type NumberOrName } from '../../../platform/http/listing.ts'
import { isOpenTransfer, type TransferRow } from './transfers-queries.ts'

/** A transfer with what people know its order by. */
export interface ShownTransfer extends TransferRow {
  readonly order_number: string
  readonly event_name: string
  readonly buyer_name: string | null
  readonly file_number: number | null
  readonly file_paid_by: RefundPayer | null
}

interface TransferSearch {
  readonly accountId: string
  readonly states?: readonly RefundTransferState[] | undefined
  readonly or?: NumberOrName | undefined
  readonly limit: number
  readonly offset: number
}

const FROM = sql`
  from refund_transfers t
  join orders o on o.event_id = t.event_id and o.id = t.order_id
  join events v on v.id = t.event_id
  left join refund_transfer_files f on f.id = t.file_id`

const SHOWN = sql`t.*, o.number::text as order_number, o.buyer_name, v.name as event_name, f.number as file_number,
  f.paid_by as file_paid_by`

const matches = (or: TransferSearch['or']): RawBuilder<boolean> => {
  const number = or?.number?.trim()
  const name = or?.name?.trim()
  if (!number && !name) return sql<boolean>`true`
  const people = searchText(name ?? '')
  const byNumber = number ? sql<boolean>`o.number::text = ${number}` : sql<boolean>`false`
  const byName = name ? sql<boolean>`v.name ilike ${containing(name)}` : sql<boolean>`false`
  const byPerson = people === '' ? sql<boolean>`false` : sql<boolean>`o.buyer_search like ${containing(people)}`
  return sql<boolean>`(${byNumber} or ${byName} or ${byPerson})`
}

const OPEN = REFUND_TRANSFER_STATES.filter(isOpenTransfer)

/** One page of an account's transfers: open ones first, by the day on which they are due. */
export const listTransfers = async (
  db: Db,
  { accountId, states = REFUND_TRANSFER_STATES, or, limit, offset }: TransferSearch,
): Promise<{ rows: ShownTransfer[]; total: number }> => {
  const where = sql`where t.account_id = ${accountId} and t.state = any(${[...states]}::text[]) and ${matches(or)}`
  const { rows } = await sql<ShownTransfer>`
    select ${SHOWN} ${FROM} ${where}
    order by t.state = any(${OPEN}::text[]) desc,
      case when t.state = any(${OPEN}::text[]) then t.due_at end, t.ended_at desc, t.id
    limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*)::int as n ${FROM} ${where}`.execute(db)
  return { rows, total: counted.rows[0]?.n ?? 0 }
}

export const readShown = async (db: Db, accountId: string, id: string): Promise<ShownTransfer | undefined> => {
  const { rows } = await sql<ShownTransfer>`
    select ${SHOWN} ${FROM} where t.account_id = ${accountId} and t.id = ${id}`.execute(db)
  return rows[0]
}

export interface TransferSummary {
  readonly open: number
  readonly open_amount: number
  readonly received: number
  readonly received_amount: number
  readonly due_at: Date | null
}

export const readSummary = async (db: Db, accountId: string): Promise<TransferSummary> => {
  const { rows } = await sql<TransferSummary>`
    select count(*)::int as open, coalesce(sum(amount), 0)::float8 as open_amount, min(due_at) as due_at,
      (count(*) filter (where state = 'received'))::int as received,
      coalesce(sum(amount) filter (where state = 'received'), 0)::float8 as received_amount
    from refund_transfers where account_id = ${accountId} and state = any(${OPEN}::text[])`.execute(db)
  return rows[0] ?? { open: 0, open_amount: 0, received: 0, received_amount: 0, due_at: null }
}
