import type { listRefundRunItems } from '@kartis/contract/refund-runs.ts'
import type { QueryOf } from '@kartis/contract/endpoint.ts'
import { phoneSearchDigits } from '@kartis/domain/phone.ts'
import { searchText } from '@kartis/domain/text.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/db.ts'
import { containing, countAll, offsetOf, type PageOf } from '../../../platform/http/listing.ts'
import type { ItemRow } from './plan-queries.ts'
import type { RunRow } from './runs-queries.ts'

type Filter = NonNullable<QueryOf<typeof listRefundRunItems>['filter']>

export interface ListedItem extends ItemRow {
  readonly number: string
  readonly buyer_name: string | null
  readonly buyer_phone: string | null
}

const never = sql<boolean>`false`

const SEARCHES: Readonly<Record<string, (text: string) => RawBuilder<boolean>>> = {
  number: (text) => sql<boolean>`o.number::text like ${containing(text.trim())}`,
  name: (text) => {
    const pattern = searchText(text)
    return pattern === '' ? never : sql<boolean>`o.buyer_search like ${containing(pattern)}`
  },
  phone: (text) => {
    const digits = phoneSearchDigits(text)
    return digits === undefined ? never : sql<boolean>`o.buyer_phone like ${containing(digits)}`
  },
}

const searchesOf = (or: Filter['or']): RawBuilder<boolean>[] =>
  Object.entries(or ?? {}).flatMap(([field, text]) => {
    const search = SEARCHES[field]
    return search && text?.trim() ? [search(text)] : []
  })

const filtered = (db: Db, run: Pick<RunRow, 'event_id' | 'id'>, filter: Filter = {}) => {
  const searches = searchesOf(filter.or)
  return db
    .selectFrom('refund_run_items as i')
    .innerJoin('orders as o', (join) => join.onRef('o.event_id', '=', 'i.event_id').onRef('o.id', '=', 'i.order_id'))
    .where('i.event_id', '=', run.event_id)
    .where('i.run_id', '=', run.id)
    .$if(filter.state !== undefined, (query) => query.where('i.state', '=', filter.state ?? 'planned'))
    .$if(filter.by_hand !== undefined, (query) => query.where('i.by_hand', '=', filter.by_hand ?? 'cash'))
    .$if(filter.needs_person !== undefined, (query) =>
      query.where('i.state', filter.needs_person ? 'in' : 'not in', ['failed', 'manual']),
    )
    .$if(searches.length > 0, (query) => query.where((is) => is.or(searches)))
}

/** One page of a run's orders by their number, and how many match in all. */
export const listItems = async (
  db: Db,
  run: Pick<RunRow, 'event_id' | 'id'>,
  query: PageOf & { readonly filter?: Filter | undefined },
): Promise<{ rows: ListedItem[]; total: number }> => {
  const rows = await filtered(db, run, query.filter)
    .selectAll('i')
    .select(['o.number', 'o.buyer_name', 'o.buyer_phone'])
    .orderBy('o.number')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute()
  const { n } = await filtered(db, run, query.filter).select(countAll.as('n')).executeTakeFirstOrThrow()
  return { rows, total: Number(n) }
}
