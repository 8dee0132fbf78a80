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
  /** Charges into which the buyer may split the amount; 1 or none: one charge. */
  readonly maxInstallments?: number
  /** Whether the page offers Bit, where the gateway has it. */
  readonly bit?: boolean
}

export interface StartedPayment {
  /** The gateway's page, made for an iframe. */
  readonly url: string
  /** The gateway's id of the page, where a result is asked for by it. */
  readonly pageRef?: string
  readonly expiresAt: Date
}

/** What of a webhook's request a signature is made of. */
export interface WebhookSource {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as it arrived. */
  readonly raw: string
}

/** An unsigned webhook, or one whose signature proves its sender alone: it says which payment to look up, and is never believed. */
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
  /** The phone wallet that paid in place of a card; then `last4` is empty. */
  readonly wallet: 'bit' | null
  /** Number of charges; 1 for a regular payment. */
  readonly installments: number
  /** What the gateway calls the charge in its list where a refund does not name the charge's reference. */
  readonly chargeKey?: string
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
  /** The charge: the gateway's reference, its approval, its amount, when it was made and by which wallet. */
  readonly providerRef: string
  readonly approvalCode: string
  readonly chargeAmount: Agorot
  readonly chargedAt: Date
  readonly wallet: 'bit' | null
  /** What is refunded now. */
  readonly amount: Agorot
  /** When this refund was sent for the first time; null before that. */
  readonly firstSentAt: Date | null
  /** The gateway's references of the other refunds of this charge. */
  readonly otherRefs: readonly string[]
}

/** How money goes back: a charge that was not deposited yet is voided, another one is credited. */
export type RefundWay = 'void' | 'credit'

/**
 * `retry`: the outcome is unknown or the gateway was unreachable; repeat with the same refund id. The code `no_funds` says that
 * the terminal has too little money: nothing was sent, and it is repeated until there is some.
 */
export type RefundFact =
  | { readonly ok: true; readonly ref: string; readonly way: RefundWay }
  | { readonly ok: false; readonly code: string; readonly retry: boolean }

/** A payment whose result is asked for. */
export interface LookedUpPayment {
  readonly paymentId: string
  /** The charge that a webhook names. */
  readonly providerRef?: string
  /** The page that `start` opened. */
  readonly pageRef?: string
  readonly startedAt: Date
}

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

/** One row of the gateway's own list of approved transactions. */
export interface GatewayTransaction {
  readonly ref: string
  readonly kind: 'charge' | RefundWay
  /** Of a void and a credit: what goes back. */
  readonly amount: Agorot
  /** ISO code, or what the gateway sends where it is none that we know. */
  readonly currency: string
  readonly at: Date
  /** Our payment or refund id, where the gateway carries it. */
  readonly reference?: string
  /** Of a void and a credit: the gateway's reference of the charge, where it is listed. */
  readonly chargeRef?: string
  /** The same for a charge and all that goes back of it, where the gateway has such a key. */
  readonly chargeKey?: string
  /** The last digits of the card, where the list has them. */
  readonly last4?: string
}

export interface Gateway {
  readonly name: string
  readonly capabilities: {
    readonly refund: boolean
    readonly installments: boolean
    readonly bit: boolean
    /** Whether each page says if it offers Bit; else the terminal does, at the gateway. */
    readonly bitPerPage: boolean
    /** Can charge at a card reader. */
    readonly terminal: boolean
    /** Refuses a refund id that it has seen before, so that a repeated request cannot refund twice. */
    readonly refundKeys: boolean
  }
  /** Opens a payment page. Throws GatewayError when the gateway is unreachable or declines to open it. */
  start(payment: StartPayment): Promise<StartedPayment>
  /** A webhook without a payment id is dropped; so is one whose signature is missing or wrong, where the gateway signs. */
  parseWebhook(body: unknown, source?: WebhookSource): GatewayWebhook
  /** What the gateway's own records say of a payment. Throws GatewayError when they cannot be read. */
  verify(payment: LookedUpPayment): Promise<PaymentFact>
  /**
   * Sends money back. An attempt of the same refund id is looked for in the gateway's records before anything is sent, and
   * the whole of a charge that is not deposited yet is voided where the gateway can.
   */
  refund(refund: RefundPayment): Promise<RefundFact>
  /** Approved transactions of the terminal from a day until a day (both whole days in Israel). Throws GatewayError. */
  transactions(range: { readonly from: Date; readonly until: Date }): AsyncIterable<GatewayTransaction>
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
