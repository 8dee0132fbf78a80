import { isHolding } from '@kartis/domain/order.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import { type Allowance, limit } from '../../../platform/http/rate-limit.ts'
import { GatewayError, type TerminalHandshake } from './gateway.ts'
import type { PaymentsContext } from './payments-context.ts'
import type { TerminalRow } from './terminals-queries.ts'
import { readOrderTotal } from './payments-queries.ts'

/** Handshakes of one account: they are opened at a gateway that other accounts may share. */
const HANDSHAKES: Allowance = { max: 30, seconds: 3600 }

/** Agorot; what a column of PostgreSQL holds is the most that an order can cost. */
const LARGEST_SUM = 2 ** 31 - 1

export interface HandshakeInput {
  readonly key: string
  readonly totalAmount: number
  readonly orderUuid?: string | undefined
}

const agorotOf = (shekels: number): number | undefined => {
  try {
    return toAgorot(shekels)
  } catch {
    return undefined
  }
}

/** The terminal of a key: its uuid, its name, or `default` for the first. */
export const terminalBy = (available: readonly TerminalRow[], key: string): TerminalRow | undefined =>
  key === 'default' ? available[0] : available.find(({ id, name }) => name === key || id === key)

/**
 * Locks an amount at the gateway before a card is read. With an order the amount must be the order's total: the caller's
 * amount is only compared. Refusals: `not_found` (terminal or order), `amount_mismatch`, `too_many_requests`, `payment_unavailable`.
 */
export const terminalHandshake = async (
  { platform, terminals }: PaymentsContext,
  accountId: string,
  input: HandshakeInput,
): Promise<(TerminalHandshake & { total_amount: number }) | Refusal> => {
  const terminal = terminalBy(await terminals.listFor(platform.db, accountId), input.key)
  if (!terminal) return refuse('not_found')
  const amount = agorotOf(input.totalAmount)
  if (amount === undefined) return refuseField('total_amount', 'money_two_places')
  if (amount === 0) return refuseField('total_amount', 'too_small')
  if (amount > LARGEST_SUM) return refuseField('total_amount', 'too_big')
  if (input.orderUuid) {
    const order = await readOrderTotal(platform.db, accountId, input.orderUuid)
    if (!order) return refuse('not_found')
    if (order.total !== amount || !isHolding(order.status))
      return refuse('amount_mismatch', { detail: { total_amount: toShekels(order.total) } })
  }
  const tooMany = await limit(platform, `handshake:${accountId}`, HANDSHAKES)
  if (tooMany) return tooMany
  try {
    const gateway = await terminals.connect(terminal)
    return { ...(await gateway.handshake({ terminal: terminal.name, amount })), total_amount: toShekels(amount) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    platform.log.warn({ err: error, terminal: terminal.name }, 'terminal handshake failed')
    return refuse('payment_unavailable', { detail: { retry_after: 5 } })
  }
}
