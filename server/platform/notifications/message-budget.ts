import { UNPAID_MESSAGES } from '@kartis/domain/limits.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/db.ts'
import type { Keys } from '../security/keys.ts'

/** To whom a message goes and what caused it. */
export interface BudgetedMessage {
  readonly channel: 'sms' | 'email'
  readonly to: string
  readonly accountId?: string | undefined
  /** Keyed hash of the network that caused it, where one did. */
  readonly network?: string | null | undefined
}

type Holder = keyof typeof UNPAID_MESSAGES

interface Budget {
  readonly holder: Holder
  /** Key of its counter. */
  readonly key: string
  readonly max: number
  readonly seconds: number
}

type Setup = { readonly keys: Pick<Keys, 'hmac'>; readonly clock: () => Date }

const budgetsOf = ({ keys }: Setup, message: BudgetedMessage): Budget[] => {
  const holders: Readonly<Record<Holder, string | null | undefined>> = {
    recipient: `${message.channel} ${message.to.trim().toLowerCase()}`,
    network: message.network,
    account: message.accountId,
    all: 'all',
  }
  return (Object.keys(UNPAID_MESSAGES) as Holder[]).flatMap((holder) => {
    const id = holders[holder]
    if (id === null || id === undefined) return []
    return UNPAID_MESSAGES[holder].map(({ max, seconds }) => ({
      holder,
      key: keys.hmac('rate', `messages:${holder}:${seconds}:${id}`),
      max,
      seconds,
    }))
  })
}

/**
 * Counts messages against their budgets with one statement; returns for each, in order, the holder whose budget it exceeds,
 * or undefined. The counters are those of the rate limits, shared by all processes, and part of the caller's transaction.
 */
export const countMessages = async (
  db: Db | Tx,
  setup: Setup,
  messages: readonly BudgetedMessage[],
): Promise<readonly (Holder | undefined)[]> => {
  const budgets = messages.map((message) => budgetsOf(setup, message))
  const added = new Map<string, { count: number; seconds: number }>()
  for (const { key, seconds } of budgets.flat()) added.set(key, { count: (added.get(key)?.count ?? 0) + 1, seconds })
  if (added.size === 0) return []
  const now = setup.clock()
  // Sorted: two transactions that count for the same keys lock them in the same order.
  const keys = [...added.keys()].toSorted()
  const { rows } = await sql<{ key: string; count: number }>`
    insert into rate_counters (key, count, resets_at)
    select x.key, x.count, ${now}::timestamptz + make_interval(secs => x.seconds)
    from unnest(
      ${keys}::text[], ${keys.map((key) => added.get(key)?.count ?? 0)}::int[],
      ${keys.map((key) => added.get(key)?.seconds ?? 0)}::int[]
    ) with ordinality as x (key, count, seconds, place)
    order by x.place
    on conflict (key) do update set
      count = case when rate_counters.resets_at <= ${now} then excluded.count else rate_counters.count + excluded.count end,
      resets_at = case when rate_counters.resets_at <= ${now} then excluded.resets_at else rate_counters.resets_at end
    returning key, count`.execute(db)
  // What was counted before this call; each message of it adds one.
  const counts = new Map(rows.map(({ key, count }) => [key, count - (added.get(key)?.count ?? 0)]))
  return budgets.map((own) => {
    const exceeded = own.filter(({ key, max }) => (counts.get(key) ?? 0) >= max)
    for (const { key } of own) counts.set(key, (counts.get(key) ?? 0) + 1)
    return exceeded[0]?.holder
  })
}

/** `too_many_requests` with the seconds to wait if one more such message would exceed a budget. Counts nothing. */
export const refuseOverBudget = async (
  db: Db | Tx,
  setup: Setup,
  message: BudgetedMessage,
): Promise<Refusal | undefined> => {
  const budgets = budgetsOf(setup, message)
  const now = setup.clock()
  const rows = await db
    .selectFrom('rate_counters')
    .select(['key', 'count', 'resets_at'])
    .where(
      'key',
      'in',
      budgets.map(({ key }) => key),
    )
    .where('resets_at', '>', now)
    .execute()
  const counters = new Map(rows.map((row) => [row.key, row]))
  const waits = budgets.flatMap(({ key, max }) => {
    const counter = counters.get(key)
    return counter && counter.count >= max ? [(counter.resets_at.getTime() - now.getTime()) / 1000] : []
  })
  if (waits.length === 0) return undefined
  return refuse('too_many_requests', { detail: { retry_after: Math.max(1, Math.ceil(Math.max(...waits))) } })
}
