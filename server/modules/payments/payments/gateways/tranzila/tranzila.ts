import type { Gateway } from '../../gateway.ts'
import type { TranzilaConfig, TranzilaDeps } from './config.ts'
import { createHandshake, handshakeEnd } from './handshake.ts'
import { pageAddress, pageUrl } from './page-url.ts'
import { chargeAtReader } from './reader.ts'
import { refundPayment } from './refund.ts'
import { newNonce } from './sign.ts'
import { verifyPayment } from './verify.ts'
import { parseWebhook } from './webhook.ts'

/** The Tranzila adapter: hosted page behind a handshake, unsigned notify, look-up in the report, refund by a credit. */
export const tranzilaGateway = (config: TranzilaConfig, given: Partial<TranzilaDeps> = {}): Gateway => {
  const deps: TranzilaDeps = { fetch, now: () => new Date(), nonce: newNonce, ...given }
  return {
    name: 'tranzila',
    capabilities: { refund: true, installments: true, terminal: true },
    start: async (payment) => {
      const expiresAt = handshakeEnd(deps.now())
      const thtk = await createHandshake(config, deps, { terminal: config.terminal, amount: payment.amount })
      return { url: pageUrl(config, payment, thtk), handshake: thtk, expiresAt }
    },
    parseWebhook: (body) => parseWebhook(config.referenceField, body),
    verify: (payment) => verifyPayment(config, deps, payment),
    atReader: (charge) => chargeAtReader(config, deps, charge),
    refund: (refund) => refundPayment(config, deps, refund),
    handshake: async (ask) => {
      const expiresAt = handshakeEnd(deps.now())
      const thtk = await createHandshake(config, deps, ask)
      return {
        thtk,
        terminal_name: ask.terminal,
        payment_url: pageAddress(config, ask.terminal),
        expires_at: expiresAt,
      }
    },
  }
}
