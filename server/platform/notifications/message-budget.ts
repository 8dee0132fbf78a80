import { UNPAID_MESSAGES } from '@kartis/domain/limits.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Db, Tx } from '../database/db.ts'
import { incrementCounters, readCounters } from '../http/rate-limit-queries.ts'
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
  const added = new Map<string, { key: string; by: number; seconds: number }>()
  for (const { key, seconds } of budgets.flat()) added.set(key, { key, seconds, by: (added.get(key)?.by ?? 0) + 1 })
  const after = await incrementCounters(db, [...added.values()], setup.clock())
  // What was counted before this call; each message of it adds one.
  const counts = new Map([...after].map(([key, count]) => [key, count - (added.get(key)?.by ?? 0)]))
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
  const rows = await readCounters(
    db,
    budgets.map(({ key }) => key),
    now,
  )
  const counters = new Map(rows.map((row) => [row.key, row]))
  const waits = budgets.flatMap(({ key, max }) => {
    const counter = counters.get(key)
    return counter && counter.count >= max ? [(counter.resets_at.getTime() - now.getTime()) / 1000] : []
  })
  if (waits.length === 0) return undefined
  return refuse('too_many_requests', { detail: { retry_after: Math.max(1, Math.ceil(Math.max(...waits))) } })
}
