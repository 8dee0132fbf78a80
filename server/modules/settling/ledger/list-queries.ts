import type { JournalKind, LedgerAccount } from '@kartis/domain/ledger.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { offsetOf, type PageOf } from '../../../platform/http/listing.ts'

export interface JournalsQuery extends PageOf {
  readonly eventId: string | undefined
  readonly kind: JournalKind | undefined
  /** From this instant on, and before that. */
  readonly from: Date | undefined
  readonly until: Date | undefined
}

export interface ListedJournal {
  readonly id: string
  readonly kind: JournalKind
  readonly ref: string
  readonly event_id: string | null
  readonly order_id: string | null
  readonly occurred_at: Date
  readonly booked_at: Date
  /** agorot */
  readonly lines: readonly { readonly account: LedgerAccount; readonly amount: number }[]
}

/** A page of the journals of an account, the newest first, with their lines; and how many there are. */
export const listJournals = async (
  db: Db,
  accountId: string,
  { eventId, kind, from, until, ...page }: JournalsQuery,
): Promise<{ rows: ListedJournal[]; total: number }> => {
  const found = db
    .selectFrom('journals as j')
    .where('j.account_id', '=', accountId)
    .$if(eventId !== undefined, (q) => q.where('j.event_id', '=', eventId ?? ''))
    .$if(kind !== undefined, (q) => q.where('j.kind', '=', kind ?? 'sale'))
    .$if(from !== undefined, (q) => q.where('j.occurred_at', '>=', from ?? new Date()))
    .$if(until !== undefined, (q) => q.where('j.occurred_at', '<', until ?? new Date()))
  const rows = await found
    .select(['j.id', 'j.kind', 'j.ref', 'j.event_id', 'j.order_id', 'j.occurred_at', 'j.booked_at'])
    .select(
      sql<ListedJournal['lines']>`(
        select jsonb_agg(jsonb_build_object('account', e.ledger_account, 'amount', e.amount) order by e.line)
        from ledger_entries e where e.account_id = j.account_id and e.seq = j.seq)`.as('lines'),
    )
    .orderBy('j.occurred_at', 'desc')
    .orderBy('j.seq', 'desc')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute()
  const { n } = await found.select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
  return { rows, total: n }
}
