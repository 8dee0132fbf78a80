import type { Platform } from '../../../platform/platform.ts'
import { askGateway } from './query-gateway.ts'
import type { PaymentRow } from './payments-queries.ts'
import type { WebhookRow } from './webhooks-queries.ts'

/**
 * Asks the gateway about the payment that a word names, and acts on its books. What became of it; `unknown` when they do not
 * have the charge (yet). Throws GatewayError when they cannot be read.
 */
export const lookUp = async (
  platform: Platform,
  word: WebhookRow,
  payment: PaymentRow | undefined,
): Promise<string> => {
  if (!payment || payment.provider !== word.provider) return 'unknown_payment'
  const ref = word.body['provider_ref']
  return askGateway(platform, payment, typeof ref === 'string' ? ref : undefined)
}
