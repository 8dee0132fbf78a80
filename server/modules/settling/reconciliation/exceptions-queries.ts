import type { Named } from '@kartis/domain/person-name.ts'
import type { ExceptionKind, ExceptionState, ReconciliationLevel } from '@kartis/domain/reconciliation.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '../../../platform/database/db.ts'
import { personOf } from '../../../platform/database/person-of.ts'
import { containing, type NumberOrName, searchTerms } from '../../../platform/http/listing.ts'
import { uuidIn } from './our-books.ts'

/** One level of one terminal or acquirer, in whole days of Israel, `YYYY-MM-DD`. */
export interface Scope {
  readonly level: ReconciliationLevel
  /** Id of the terminal, or name of the acquirer. */
  readonly scope: string
  readonly from: string
  readonly until: string
}

/**
 * Saves the differences that a comparison found, rows of `(kind, subject, day, account_id, event_id, payment_id, ours,
 * theirs)`. A difference that is there again is opened again; one of the same scope that is gone is fixed. What a person has
 * explained or written off stays so. How many there are now.
 */
export const saveDifferences = async (
  tx: Tx,
  { level, scope, from, until }: Scope,
  differences: RawBuilder<unknown>,
  now: Date,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    with found as materialized (${differences}), gone as (
      update reconciliation_exceptions e set state = 'fixed', changed_at = ${now}, changed_by = null
      where e.level = ${level} and e.scope = ${scope} and e.day between ${from}::date and ${until}::date
        and e.state in ('open', 'explained')
        -- Seen when the payment was settled, which no comparison finds again.
        and e.kind <> 'not_offered'
        and not exists (select from found f where f.kind = e.kind and f.subject = e.subject)
    ), saved as (
      insert into reconciliation_exceptions as e (
        id, level, kind, subject, scope, day, account_id, event_id, payment_id, ours, theirs, opened_at, changed_at)
      select gen_random_uuid(), ${level}, f.kind, f.subject, ${scope}, f.day, f.account_id, f.event_id, f.payment_id,
        f.ours, f.theirs, ${now}, ${now}
      from found f order by f.kind, f.subject
      on conflict (level, kind, subject) do update set
        ours = excluded.ours, theirs = excluded.theirs, changed_at = excluded.changed_at,
        state = case e.state when 'fixed' then 'open' else e.state end
      where e.state = 'fixed' or (e.ours, e.theirs) is distinct from (excluded.ours, excluded.theirs)
    )
    select count(*)::int as n from found`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Notes a difference that was mended when it was found. */
export const noteMended = async (
  tx: Tx,
  difference: {
    readonly scope: string
    readonly subject: string
    readonly day: string
    readonly accountId: string
    readonly eventId: string
    readonly paymentId: string
    readonly theirs: number
    readonly note: string
  },
  now: Date,
): Promise<void> => {
  await sql`
    insert into reconciliation_exceptions (id, level, kind, subject, scope, day, account_id, event_id, payment_id, ours, theirs,
      state, note, opened_at, changed_at)
    values (gen_random_uuid(), 'gateway', 'theirs_only', ${difference.subject}, ${difference.scope}, ${difference.day},
      ${difference.accountId}, ${difference.eventId}, ${difference.paymentId}, 0, ${difference.theirs}, 'fixed',
      ${difference.note}, ${now}, ${now})
    on conflict (level, kind, subject) do update set state = 'fixed', note = excluded.note, changed_at = excluded.changed_at`.execute(
    tx,
  )
}

export interface ExceptionRow {
  readonly id: string
  readonly level: ReconciliationLevel
  readonly kind: ExceptionKind
  readonly subject: string
  readonly scope: string
  readonly day: string
  readonly account_id: string | null
  readonly event_id: string | null
  readonly payment_id: string | null
  readonly order_id: string | null
  readonly order_number: string | null
  readonly event_name: string | null
  /** What their books have of it: the gateway's or acquirer's reference, the card's last digits, the approval, and when. */
  readonly their_ref: string | null
  readonly last4: string | null
  readonly approval: string | null
  readonly their_at: Date | null
  readonly ours: number | null
  readonly theirs: number | null
  readonly state: ExceptionState
  readonly owner: string | null
  readonly note: string | null
  readonly opened_at: Date
  readonly changed_at: Date
  /** The id of a user, or the name that the operator gave. */
  readonly changed_by: string | null
  readonly changer: Named
  readonly total: number
}

export interface ExceptionSearch {
  /** Only those of the account's own terminals. */
  readonly ownTerminalsOf?: string | undefined
  readonly accountId?: string | undefined
  readonly states: readonly ExceptionState[]
  readonly level?: ReconciliationLevel | undefined
  readonly kind?: ExceptionKind | undefined
  readonly id?: string | undefined
  /** Of an order with this number; of an event with this in its name, or with an owner with this in theirs; with several, any. */
  readonly or?: NumberOrName | undefined
  readonly limit: number
  readonly offset: number
}

const MAX_DIGITS = 15

/** Characters of a terminal's id and the space after it, with which a subject begins. */
const TERMINAL = 37
/** After these stands the gateway's reference of a charge. */
const SUBJECT_START = TERMINAL + 'charge '.length

/** The row of their books that a difference `e` is about, `(ref, last4, approval, at)`: its subject names it. */
const theirRow: RawBuilder<unknown> = sql`
  select g.ref, g.last4, null::text as approval, g.at from gateway_rows g
  where e.level = 'gateway' and e.kind <> 'not_offered' and g.terminal_id = ${uuidIn(sql`e.scope`)}
    and g.kind = split_part(e.subject, ' ', 2)
    and g.ref = right(e.subject, -(${TERMINAL}::int + length(split_part(e.subject, ' ', 2)) + 1))
  union all
  select nullif(a.ref, ''), null, a.approval, null from acquirer_rows a
  where e.level = 'acquirer' and a.terminal_id = ${uuidIn(sql`left(e.scope, ${TERMINAL - 1}::int)`)}
    and a.acquirer = right(e.scope, -${TERMINAL}::int) and a.kind = split_part(right(e.subject, -(length(e.scope) + 1)), ' ', 1)
    and a.row_key = right(e.subject, -(length(e.scope) + 2 + length(split_part(right(e.subject, -(length(e.scope) + 1)), ' ', 1))))
  limit 1`

const searchOf = ({ or }: ExceptionSearch): RawBuilder<boolean> => {
  const { name, whole, isEmpty } = searchTerms(or, MAX_DIGITS)
  if (isEmpty) return sql<boolean>`true`
  return sql<boolean>`(
    (${whole !== undefined} and exists (
      select from payments p join orders o on o.event_id = p.event_id and o.id = p.order_id
      where p.event_id = x.event_id and p.id = x.payment_id and o.number = ${whole ?? 0}))
    or (${name !== ''} and right(x.subject, -${SUBJECT_START}::int) = ${name})
    or (${name !== ''} and (x.owner ilike ${containing(name)} or exists (
      select from events v where v.id = x.event_id and v.name ilike ${containing(name)}))))`
}

/** Differences, the newest day first, each with how many the search has in all. */
export const readExceptions = async (db: Db | Tx, search: ExceptionSearch): Promise<ExceptionRow[]> => {
  const { rows } = await sql<ExceptionRow>`
    select e.id, e.level, e.kind, e.subject, e.scope, e.day::text as day, e.account_id, e.event_id, e.payment_id,
      e.ours::float8 as ours, e.theirs::float8 as theirs, e.state, e.owner, e.note, e.opened_at, e.changed_at,
      their.ref as their_ref, their.last4, their.approval, their.at as their_at,
      e.changed_by, ${personOf('u')} as changer, e.total, o.id as order_id, o.number as order_number, v.name as event_name
    from (
      select *, count(*) over ()::int as total from reconciliation_exceptions x
      where state = any(${[...search.states]}::text[])
        and (${search.accountId ?? null}::uuid is null or account_id = ${search.accountId ?? null})
        and (${search.ownTerminalsOf ?? null}::uuid is null or exists (
          select from payment_terminals t
          where t.id::text = split_part(scope, ' ', 1) and t.account_id = ${search.ownTerminalsOf ?? null}))
        and (${search.level ?? null}::text is null or level = ${search.level ?? null})
        and (${search.kind ?? null}::text is null or kind = ${search.kind ?? null})
        and (${search.id ?? null}::uuid is null or id = ${search.id ?? null})
        and ${searchOf(search)}
      order by day desc, opened_at desc, id limit ${search.limit} offset ${search.offset}
    ) e
    left join payments p on p.event_id = e.event_id and p.id = e.payment_id
    left join orders o on o.event_id = p.event_id and o.id = p.order_id
    left join events v on v.id = e.event_id
    left join users u on u.id::text = e.changed_by
    left join lateral (${theirRow}) their on true
    order by e.day desc, e.opened_at desc, e.id`.execute(db)
  return rows
}

export interface Decision {
  readonly state?: ExceptionState | undefined
  readonly owner?: string | undefined
  readonly note?: string | undefined
  /** Name or id of who decides. */
  readonly by: string
}

/** What a person says of a difference. False when its state does not allow it, or it is not there. */
export const decideException = async (
  tx: Tx,
  { id, from }: { readonly id: string; readonly from: readonly ExceptionState[] },
  { state, owner, note, by }: Decision,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    update reconciliation_exceptions
    set state = coalesce(${state ?? null}, state), owner = coalesce(${owner ?? null}, owner), note = coalesce(${note ?? null}, note),
      changed_at = ${now}, changed_by = ${by}
    where id = ${id} and state = any(${[...from]}::text[]) returning id`.execute(tx)
  return rows.length === 1
}

/** Differences that nobody has explained yet. */
export const countOpen = async (db: Db): Promise<number> => {
  const { n } = await db
    .selectFrom('reconciliation_exceptions')
    .select(({ fn }) => fn.countAll<string>().as('n'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return Number(n)
}
