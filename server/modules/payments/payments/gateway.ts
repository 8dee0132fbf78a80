import type { CardBrand } from '@kartis/domain/card-bucket.ts'
import type { Agorot } from '@kartis/domain/money.ts'

/** Languages a payment page may be asked for. */
export type GatewayLang = 'he' | 'en' | 'ar'

/** Why a card was declined, in the few kinds a buyer can act on. Texts: `gateway:reasons.<reason>`. */
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
  /** Our own id: the gateway stores it with the charge and returns it in every lookup. */
  readonly paymentId: string
  readonly eventId: string
  readonly amount: Agorot
  readonly description: string
  readonly buyer: { readonly name: string; readonly phone?: string; readonly email?: string }
  readonly lang: GatewayLang
  /** Where the browser comes back to. */
  readonly successUrl: string
  readonly failUrl: string
  /** Where the gateway sends its webhook. */
  readonly notifyUrl: string
  readonly maxInstallments?: number
}

export interface StartedPayment {
  /** The gateway's page, made for an iframe. */
  readonly url: string
  readonly handshake?: string
  readonly expiresAt: Date
}

/** An unsigned webhook: it says which payment to look up, and is never believed. */
export interface GatewayWebhook {
  readonly paymentId?: string
  readonly providerRef?: string
  /** The gateway's own result code, as claimed. */
  readonly code?: string
  readonly amount?: Agorot
  /** Deduplication key: the same for every repetition of one webhook. */
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
  readonly brand: CardBrand
  /** The gateway's own codes, stored as they came. */
  readonly brandCode: string
  readonly issuerCode: string
  readonly acquirerCode: string
  readonly foreign: boolean
  readonly installments: number
  /** Approved charges beyond the first that carry the same payment id: they must be refunded. */
  readonly extra: readonly { readonly providerRef: string; readonly approvalCode: string; readonly amount: Agorot }[]
  readonly raw: Readonly<Record<string, string>>
}

export interface DeclinedFact {
  readonly state: 'declined'
  readonly providerRef: string
  readonly code: string
  readonly reason: DeclineReason
}

/** `unknown`: the gateway has no charge (yet). That it could not be reached is thrown, never `unknown`. */
export type PaymentFact = PaidFact | DeclinedFact | { readonly state: 'unknown' }

export interface RefundPayment {
  readonly paymentId: string
  /** Idempotency key: two requests with one refund id refund once. */
  readonly refundId: string
  readonly providerRef: string
  readonly approvalCode: string
  readonly amount: Agorot
}

/** `retry`: the outcome is unknown or the gateway was unreachable; repeat with the same refund id. */
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
  /** Our own id: the charge is found by it even when the reply is lost. */
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
  /** Opens a payment page. Throws GatewayError when the gateway is unreachable or declines to open it. */
  start(payment: StartPayment): Promise<StartedPayment>
  parseWebhook(body: unknown): GatewayWebhook
  /** What the gateway's own records say of a payment. Throws GatewayError when they cannot be read. */
  verify(payment: { paymentId: string; providerRef?: string; startedAt: Date }): Promise<PaymentFact>
  refund(refund: RefundPayment): Promise<RefundFact>
  /** Locks an amount on a terminal. Throws GatewayError. */
  handshake(request: { terminal: string; amount: Agorot }): Promise<TerminalHandshake>
  /**
   * Locks an amount and shows it at a card reader. The result is read later with `verify`, since the buyer takes his time.
   * `url` is the screen of a simulated reader. Throws GatewayError when the amount could not be locked: then nothing can be
   * charged.
   */
  atReader(charge: ReaderCharge): Promise<{ url: string | null; expiresAt: Date }>
}

/** The gateway did not respond, or responded with something that is not a business result. */
export class GatewayError extends Error {
  override name = 'GatewayError'
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const isGatewayError = (error: unknown): error is GatewayError => error instanceof GatewayError
