import { NEW_ACCOUNTS, UNPAID_MESSAGES } from '@kartis/domain/limits.ts'
import { refuse } from '@kartis/domain/refusal.ts'
import type { Db, Tx } from '../database/db.ts'
import { RefusalError } from '../http/error-handler.ts'
import { incrementCounters } from '../http/rate-limit-queries.ts'
import type { Keys } from '../security/keys.ts'

/** Who caused a message about what nobody paid for: a buyer, or a member of an account. */
export interface UnpaidCause {
  /** Of a buyer: keyed hash of the network, where it is known (`networkHash` of the orders). */
  readonly network?: string | null | undefined
  readonly member?: { readonly userId: string; readonly network: string } | undefined
  /** The account of the member was opened a few days ago: strangers could be written to in its name. */
  readonly isNewAccount?: boolean
  /** A message to everybody at an event, of which there are few a day: it counts for its recipient alone. */
  readonly isToAll?: true
}

/** To whom a message goes and what caused it. */
export interface BudgetedMessage {
  readonly channel: 'sms' | 'email'
  readonly to: string
  readonly accountId?: string | undefined
  readonly cause: UnpaidCause
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
  const { member, network, isToAll, isNewAccount } = message.cause
  const recipient = `${message.channel} ${message.to.trim().toLowerCase()}`
  const holders: Readonly<Partial<Record<Holder, string | null>>> = isToAll
    ? { recipient }
    : {
        recipient,
        network,
        account: message.accountId,
        ...(isNewAccount && { newAccount: message.accountId, newAccountMember: member?.userId }),
        member: member?.userId,
        memberNetwork: member?.network,
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

interface Counted {
  /** The first holder whose budget the message exceeds. */
  readonly exceeded: Holder | undefined
  /** When the last of the exceeded budgets begins again. */
  readonly resetsAt: Date | undefined
}

/** Counts messages against their budgets with one statement, and says of each, in order, whether it exceeds one. */
const countAll = async (db: Db | Tx, setup: Setup, messages: readonly BudgetedMessage[]): Promise<Counted[]> => {
  const budgets = messages.map((message) => budgetsOf(setup, message))
  const added = new Map<string, { key: string; by: number; seconds: number }>()
  for (const { key, seconds } of budgets.flat()) added.set(key, { key, seconds, by: (added.get(key)?.by ?? 0) + 1 })
  const after = await incrementCounters(db, [...added.values()], setup.clock())
  // What was counted before this call; each message of it adds one.
  const counts = new Map([...after].map(([key, { count }]) => [key, count - (added.get(key)?.by ?? 0)]))
  return budgets.map((own) => {
    const exceeded = own.filter(({ key, max }) => (counts.get(key) ?? 0) >= max)
    for (const { key } of own) counts.set(key, (counts.get(key) ?? 0) + 1)
    const resets = exceeded.map(({ key }) => after.get(key)?.resets_at.getTime() ?? 0)
    const resetsAt = resets.length === 0 ? undefined : new Date(Math.max(...resets))
    return { exceeded: exceeded[0]?.holder, resetsAt }
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
): Promise<readonly (Holder | undefined)[]> => (await countAll(db, setup, messages)).map(({ exceeded }) => exceeded)

const NEW_ACCOUNT_DETAIL = { per_day: UNPAID_MESSAGES.newAccount[0].max, days: NEW_ACCOUNTS.days }
const NEW_ACCOUNT_HOLDERS: ReadonlySet<Holder | undefined> = new Set(['newAccount', 'newAccountMember'])

/**
 * Counts messages that the caller's transaction promises. Throws `too_many_requests` (`new_account_limit` for the budget of a
 * new account) with the seconds to wait as a `RefusalError` when one of them exceeds a budget, so that the transaction
 * undoes what would cause them and the counts.
 */
export const takeBudget = async (tx: Tx, setup: Setup, messages: readonly BudgetedMessage[]): Promise<void> => {
  const counted = await countAll(tx, setup, messages)
  const resets = counted.flatMap(({ resetsAt }) => (resetsAt ? [resetsAt.getTime()] : []))
  if (resets.length === 0) return
  const wait = Math.max(1, Math.ceil((Math.max(...resets) - setup.clock().getTime()) / 1000))
  const isNewAccount = counted.some(({ exceeded }) => NEW_ACCOUNT_HOLDERS.has(exceeded))
  const detail = { retry_after: wait, ...(isNewAccount && NEW_ACCOUNT_DETAIL) }
  throw new RefusalError(refuse(isNewAccount ? 'new_account_limit' : 'too_many_requests', { detail }))
}
