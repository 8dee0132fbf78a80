import type { Gateway } from '../../gateway.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { createHandshake, handshakeEnd } from './handshake.ts'
import { pageAddress, pageUrl } from './page-url.ts'
import { chargeAtReader } from './reader.ts'
import { refundPayment } from './refund.ts'
import { newNonce } from './sign.ts'
import { transactionsOf } from './transactions.ts'
import { verifyPayment } from './verify.ts'
import { parseWebhook } from './webhook.ts'

/** The Tranzila adapter: hosted page behind a handshake, unsigned notify, lookup in the report, refund by a credit. */
export const tranzilaGateway = (config: TranzilaConfig, overrides: Partial<TranzilaDeps> = {}): Gateway => {
  const deps: TranzilaDeps = { fetch, now: () => new Date(), nonce: newNonce, emptyCodes: [], ...overrides }
  return {
    name: 'tranzila',
    capabilities: { refund: true, installments: true, bit: true, bitPerPage: true, terminal: true, refundKeys: true },
    start: async (payment) => {
      const expiresAt = handshakeEnd(deps.now())
      const thtk = await createHandshake(config, deps, { terminal: config.terminal, amount: payment.amount })
      return { url: pageUrl(config, payment, thtk), expiresAt }
    },
    parseWebhook: (body) => parseWebhook(config.referenceField, body),
    verify: (payment) => verifyPayment(config, deps, payment),
    transactions: (range) => transactionsOf(config, deps, range),
    atReader: (charge) => chargeAtReader(config, deps, charge),
    refund: (refund) => refundPayment(config, deps, refund),
    handshake: async (request) => {
      const expiresAt = handshakeEnd(deps.now())
      const thtk = await createHandshake(config, deps, request)
      return {
        thtk,
        terminal_name: request.terminal,
        payment_url: pageAddress(config, request.terminal),
        expires_at: expiresAt,
      }
    },
  }
}
