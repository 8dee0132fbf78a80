import type { CardBucket } from '@kartis/domain/card-bucket.ts'
import type { JournalKind, LedgerAccount } from '@kartis/domain/ledger.ts'
import type { PayoutState } from '@kartis/domain/payout-state.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { containing, offsetOf, type PageOf, searchTerms } from '../../../platform/http/listing.ts'

/** Journals of one event, or of the account itself, numbered above `after` and up to `until`. */
export interface JournalRange {
  readonly eventId: string | null
  readonly kinds: readonly JournalKind[]
  readonly after: number
  readonly until: number
}

const inRange = ({ eventId, kinds, after, until }: JournalRange): RawBuilder<boolean> => sql<boolean>`
  ${eventId === null ? sql`j.event_id is null` : sql`j.event_id = ${eventId}`}
  and j.kind = any(${[...kinds]}::text[]) and j.seq > ${after} and j.seq <= ${until}`

export interface JournalsQuery extends PageOf {
  readonly eventId: string | undefined
  readonly kind: JournalKind | undefined
  /** From this instant on, and before that. */
  readonly from: Date | undefined
  readonly until: Date | undefined
  readonly range?: JournalRange
  /** Of an order with this number, or of an event with this in its name; with both, either. */
  readonly or: { readonly number?: string | undefined; readonly name?: string | undefined } | undefined
}

export interface ListedJournal {
  readonly id: string
  readonly kind: JournalKind
  readonly ref: string
  readonly event_id: string | null
  readonly event_name: string | null
  readonly order_id: string | null
  readonly order_number: string | null
  readonly bucket: CardBucket | null
  readonly occurred_at: Date
  readonly booked_at: Date
  /** Of a fee: what it was computed of; null where it was booked by versions before. */
  readonly fee_base: number | null
  readonly fee_rate: number | null
  /** Of a payout: its state now. */
  readonly payout_state: PayoutState | null
  /** agorot */
  readonly lines: readonly { readonly account: LedgerAccount; readonly amount: number }[]
}

const MAX_DIGITS = 15

/** Events and orders of the account that are sought; the indexes of their journals do the rest. */
const searchesOf = (accountId: string, or: JournalsQuery['or']): RawBuilder<boolean>[] => {
  const { number, name, whole } = searchTerms(or, MAX_DIGITS)
  return [
    ...(number === ''
      ? []
      : [
          whole !== undefined
            ? sql<boolean>`(j.event_id, j.order_id) in (
                select event_id, id from orders where number = ${whole} and account_id = ${accountId})`
            : sql<boolean>`false`,
        ]),
    ...(name === ''
      ? []
      : [
          sql<boolean>`j.event_id in (
            select id from events where account_id = ${accountId} and name ilike ${containing(name)})`,
        ]),
  ]
}

/** A page of the journals of an account, the newest first, with their lines; and how many there are. */
export const listJournals = async (
  db: Db,
  accountId: string,
  { eventId, kind, from, until, range, or, ...page }: JournalsQuery,
): Promise<{ rows: ListedJournal[]; total: number }> => {
  const searches = searchesOf(accountId, or)
  const found = db
    .selectFrom('journals as j')
    .where('j.account_id', '=', accountId)
    .$if(range !== undefined, (q) => (range ? q.where(inRange(range)) : q))
    .$if(eventId !== undefined, (q) => q.where('j.event_id', '=', eventId ?? ''))
    .$if(kind !== undefined, (q) => q.where('j.kind', '=', kind ?? 'sale'))
    .$if(from !== undefined, (q) => q.where('j.occurred_at', '>=', from ?? new Date()))
    .$if(until !== undefined, (q) => q.where('j.occurred_at', '<', until ?? new Date()))
    .$if(searches.length > 0, (q) => q.where((is) => is.or(searches)))
  const rows = await found
    .select([
      'j.id',
      'j.kind',
      'j.ref',
      'j.event_id',
      'j.order_id',
      'j.bucket',
      'j.occurred_at',
      'j.booked_at',
      'j.fee_rate',
    ])
    .select(sql<number | null>`j.fee_base::float8`.as('fee_base'))
    .select(
      sql<ListedJournal['lines']>`(
        select jsonb_agg(jsonb_build_object('account', e.ledger_account, 'amount', e.amount) order by e.line)
        from ledger_entries e where e.account_id = j.account_id and e.seq = j.seq)`.as('lines'),
    )
    .select(
      sql<PayoutState | null>`(
        select state from payouts p where p.id = case when j.kind = 'payout' then j.ref::uuid end)`.as('payout_state'),
    )
    .select(sql<string | null>`(select name from events where id = j.event_id)`.as('event_name'))
    .select(
      sql<string | null>`(select number::text from orders where event_id = j.event_id and id = j.order_id)`.as(
        'order_number',
      ),
    )
    .orderBy('j.occurred_at', 'desc')
    .orderBy('j.seq', 'desc')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await found.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return { rows, total: n }
}
