import { isHolding } from '@kartis/domain/order.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { settlementHandlerOf } from './settlement-handler.ts'
import { GatewayError, type TerminalHandshake } from './gateway.ts'
import { readOrderSum } from './payments-queries.ts'

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

/**
 * Locks a sum with the gateway before a card is read. With an order the sum must be the order's own: what the caller
 * says is only compared. `not_found` for a terminal or an order that is not there.
 */
export const terminalHandshake = async (
  platform: Platform,
  accountId: string,
  input: HandshakeInput,
): Promise<(TerminalHandshake & { total_amount: number }) | Refusal> => {
  const { gateway, terminal } = settlementHandlerOf(platform)
  if (input.key !== 'default' && input.key !== terminal) return refuse('not_found')
  const amount = agorotOf(input.totalAmount)
  if (amount === undefined) return refuseField('total_amount', 'money_two_places')
  if (amount === 0) return refuseField('total_amount', 'too_small')
  if (input.orderUuid) {
    const order = await readOrderSum(platform.db, accountId, input.orderUuid)
    if (!order) return refuse('not_found')
    if (order.total !== amount || !isHolding(order.status))
      return refuse('amount_mismatch', { detail: { total_amount: toShekels(order.total) } })
  }
  try {
    return { ...(await gateway.handshake({ terminal, amount })), total_amount: toShekels(amount) }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    platform.log.warn({ err: error, terminal }, 'no handshake')
    return refuse('payment_unavailable', { detail: { retry_after: 5 } })
  }
}
