import type { Kernel } from '../../kernel/context.ts'
import { askGateway } from './ask-gateway.ts'
import type { PaymentRow } from './payments-queries.ts'
import type { WordRow } from './words-queries.ts'

/**
 * Asks the gateway about the payment that a word names, and acts on its books. What became of it; `unknown` when they do not
 * have the charge (yet). Throws GatewayFault when they cannot be read.
 */
export const lookUp = async (kernel: Kernel, word: WordRow, payment: PaymentRow | undefined): Promise<string> => {
  if (!payment || payment.provider !== word.provider) return 'unknown_payment'
  const ref = word.body['provider_ref']
  return askGateway(kernel, payment, typeof ref === 'string' ? ref : undefined)
}
