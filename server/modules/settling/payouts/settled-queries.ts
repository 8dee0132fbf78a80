import type { Agorot } from '@kartis/domain/money.ts'
import type { PayoutState } from '@kartis/domain/payout-state.ts'
import { STATEMENT_LINE_KINDS } from '@kartis/domain/statement.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'

/** Where the money of an event stands. */
export interface EventSettlement {
  readonly event_id: string
  /** Fees and VAT are those of this instant. */
  readonly settled_at: Date
  /**
   * When the payout of its statement was sent; where the statement left nothing to pay, when it was made; where its balance
   * had to wait, when a later payout was sent. Null until then.
   */
  readonly paid_at: Date | null
}

/**
 * The settlements of events, as rows of `EventSettlement`: of statements, and of payouts of single events from before there
 * were statements.
 */
export const SETTLEMENTS: RawBuilder<EventSettlement> = sql`(
  select s.event_id, s.settled_at,
    case when own.id is null and m.closing <= 0 then m.made_at
      when own.id is null then later.sent_at
      when own.state in ('sent', 'confirmed') then own.sent_at end as paid_at
  from settled_events s join statements m on m.id = s.statement_id
  left join lateral (
    select id, state, sent_at from payouts where statement_id = m.id order by drafted_at desc, id desc limit 1
  ) own on true
  left join lateral (
    select p.sent_at from statements n join payouts p on p.statement_id = n.id
    where own.id is null and n.account_id = m.account_id and n.number > m.number and p.state in ('sent', 'confirmed')
    order by n.number limit 1
  ) later on true
  union all
  select event_id, paid_at as settled_at, paid_at from event_payouts e
  where not exists (select from settled_events s where s.event_id = e.event_id)
)`

export const settlementOf = async (db: Db | Tx, eventId: string): Promise<EventSettlement | undefined> => {
  const { rows } = await sql<EventSettlement>`
    select * from ${SETTLEMENTS} as s where event_id = ${eventId}`.execute(db)
  return rows[0]
}

/**
 * The statement that settled an event first, with the state of its payout. None where the producer had the money of the sales
 * already: such a statement is about fees, and its net is not that of the event.
 */
export interface SettlingStatement {
  readonly id: string
  readonly number: number
  readonly payout_state: PayoutState | null
  /** The net of the event on it: revenue less fees less VAT, with disputes, refunds by hand and corrections. */
  readonly net: Agorot
}

/** The lines of a statement that are the net of an event. */
const EVENT_LINES = STATEMENT_LINE_KINDS.filter((kind) => !['fee_payment', 'payout'].includes(kind))

export const settlingStatementOf = async (db: Db, eventId: string): Promise<SettlingStatement | undefined> => {
  const { rows } = await sql<SettlingStatement>`
    select m.id, m.number, own.state as payout_state, coalesce(l.net, 0)::float8 as net
    from settled_events s join statements m on m.id = s.statement_id
    left join lateral (
      select state from payouts where statement_id = m.id order by drafted_at desc, id desc limit 1
    ) own on true
    left join lateral (
      select sum(amount) as net, bool_or(kind = 'sale' and amount = 0 and held <> 0) as is_held from statement_lines
      where statement_id = m.id and event_id = s.event_id and kind = any(${EVENT_LINES}::text[])
    ) l on true
    where s.event_id = ${eventId} and l.is_held is not true`.execute(db)
  return rows[0]
}

/** The net of events as they were settled, in agorot; none of those whose money the producer had already. */
export const settledNetsOf = async (db: Db, eventIds: readonly string[]): Promise<Map<string, Agorot>> => {
  const { rows } = await sql<{ event_id: string; net: number }>`
    select s.event_id, sum(l.amount)::float8 as net
    from settled_events s join statement_lines l on l.statement_id = s.statement_id and l.event_id = s.event_id
    where s.event_id = any(${[...eventIds]}::uuid[]) and l.kind = any(${EVENT_LINES}::text[])
    group by s.event_id having not bool_or(l.kind = 'sale' and l.amount = 0 and l.held <> 0)`.execute(db)
  return new Map(rows.map(({ event_id: id, net }) => [id, net]))
}

/** When an event of the account was settled last; null for never. */
export const lastSettlementAt = async (db: Db, accountId: string): Promise<Date | null> => {
  const { rows } = await sql<{ at: Date | null }>`
    select max(s.settled_at) as at from events e join ${SETTLEMENTS} as s on s.event_id = e.id
    where e.account_id = ${accountId}`.execute(db)
  return rows[0]?.at ?? null
}
