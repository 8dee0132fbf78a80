import type { Agorot } from '@kartis/domain/money.ts'

/** Languages a payment page may be asked for. */
export type GatewayLang = 'he' | 'en' | 'ar'

/** Why a card was refused, in the few kinds a buyer can act on. Words: `gateway:reasons.<reason>`. */
export const DECLINE_REASONS = [
  'blocked',
  'call_issuer',
  'refused',
  'id_or_cvv',
  'expired',
  'bad_number',
  'not_supported',
  'installments',
  'duplicate',
  'three_ds',
  'fraud',
  'busy',
  'other',
] as const

export type DeclineReason = (typeof DECLINE_REASONS)[number]

export interface StartPayment {
  /** Our own id: it travels with the money and comes back in every look-up. */
  readonly paymentId: string
  readonly eventId: string
  readonly amount: Agorot
  readonly description: string
  readonly buyer: { readonly name: string; readonly phone?: string; readonly email?: string }
  readonly lang: GatewayLang
  /** Where the browser comes back to. */
  readonly successUrl: string
  readonly failUrl: string
  /** Where the gateway itself tells the result, server to server. */
  readonly notifyUrl: string
  readonly maxInstallments?: number
}

export interface StartedPayment {
  /** The gateway's page, made for an iframe. */
  readonly url: string
  readonly handshake?: string
  readonly expiresAt: Date
}

/** An unsigned word from outside: a hint where to look, never a fact. */
export interface GatewayWebhook {
  readonly paymentId?: string
  readonly providerRef?: string
  /** The gateway's own result code, as claimed. */
  readonly code?: string
  readonly amount?: Agorot
  /** The same for every repetition of one word, so that a repeat can be known. */
  readonly key: string
  /** What may be stored: no card number, no ID number, no expiry, no token. */
  readonly raw: Readonly<Record<string, string>>
}

export interface PaidFact {
  readonly state: 'paid'
  readonly providerRef: string
  readonly amount: Agorot
  readonly approvalCode: string
  readonly last4: string
  readonly brandCode: string
  readonly issuerCode: string
  readonly acquirerCode: string
  readonly foreign: boolean
  readonly installments: number
  /** Approved charges beyond the first that carry the same payment id: they must be given back. */
  readonly extra: readonly { readonly providerRef: string; readonly approvalCode: string; readonly amount: Agorot }[]
  readonly raw: Readonly<Record<string, string>>
}

export interface DeclinedFact {
  readonly state: 'declined'
  readonly providerRef: string
  readonly code: string
  readonly reason: DeclineReason
}

/** `unknown`: the gateway knows of no charge (yet). A fault in reaching it is thrown, never `unknown`. */
export type PaymentFact = PaidFact | DeclinedFact | { readonly state: 'unknown' }

export interface RefundPayment {
  readonly paymentId: string
  /** Sent along: asking twice with one refund id gives the money back once. */
  readonly refundId: string
  readonly providerRef: string
  readonly approvalCode: string
  readonly amount: Agorot
}

/** `retry`: the outcome is not known or the gateway was out of reach; ask again with the same refund id. */
export type RefundFact =
  | { readonly ok: true; readonly ref: string }
  | { readonly ok: false; readonly code: string; readonly retry: boolean }

export interface TerminalHandshake {
  readonly thtk: string
  readonly terminal_name: string
  readonly payment_url: string
  readonly expires_at: Date
}

export interface ReaderCharge {
  /** Our own id: whatever becomes of the answer, the charge is found by it. */
  readonly paymentId: string
  readonly terminal: string
  /** Number of the card reader at the terminal, where it has several. */
  readonly reader: string | null
  readonly amount: Agorot
  readonly lang: GatewayLang
  readonly notifyUrl: string
}

export interface Gateway {
  readonly name: string
  readonly capabilities: { readonly refund: boolean; readonly installments: boolean; readonly terminal: boolean }
  /** Opens a payment. Throws GatewayError when the gateway is out of reach or will not open it. */
  start(payment: StartPayment): Promise<StartedPayment>
  parseWebhook(body: unknown): GatewayWebhook
  /** What the gateway's own books say about a payment. Throws GatewayError when they cannot be read. */
  verify(payment: { paymentId: string; providerRef?: string; startedAt: Date }): Promise<PaymentFact>
  refund(refund: RefundPayment): Promise<RefundFact>
  /** Locks a sum on a terminal. Throws GatewayError. */
  handshake(ask: { terminal: string; amount: Agorot }): Promise<TerminalHandshake>
  /**
   * Locks a sum and shows it at a card reader. The buyer takes his time: the result is asked for with `verify`. `url` is
   * the screen of a simulated reader. Throws GatewayError when the sum could not be locked: then nothing can be charged.
   */
  atReader(charge: ReaderCharge): Promise<{ url: string | null; expiresAt: Date }>
}

/** The gateway did not answer, or answered with something that is not a business result. */
export class GatewayError extends Error {
  override name = 'GatewayError'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const isGatewayError = (error: unknown): error is GatewayError => error instanceof GatewayError
