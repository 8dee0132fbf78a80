import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** The simulator's own tables; no part of the product reads them. Sums in agorot. */
export interface SandboxTables {
  /** Amounts locked for a payment page or a card reader. */
  sandbox_handshakes: {
    /** Token of the handshake, Tranzila's name. */
    thtk: string
    terminal: string
    amount: number
    created_at: Date
    expires_at: Date
    /** `txn_index` of the charge that used the handshake. */
    used_by: number | null
  }
  /** What a card reader shows, by the handshake of its amount. */
  sandbox_readers: {
    thtk: string
    params: JSONColumnType<Record<string, string>>
    created_at: Date
  }
  /** Payment pages of gateways that keep them under an id. */
  sandbox_pages: {
    id: string
    gateway: string
    terminal: string
    amount: number
    /** What the page was opened with, in the names of the gateway. */
    params: JSONColumnType<Record<string, string>>
    created_at: Date
    expires_at: Date
    /** `txn_index` of the approved charge. */
    used_by: number | null
    /** Response code of the last decline. */
    declined: string | null
  }
  /** Charges and refunds, with the field names of Tranzila's report. */
  sandbox_transactions: {
    txn_index: Generated<number>
    terminal: string
    txn_type: 'DEBIT' | 'CREDIT'
    tranmode: string
    amount: number
    /** ISO code */
    currency: string
    /** A phone wallet, in place of a card. */
    wallet: 'bit' | null
    /** The page of `sandbox_pages` that it was charged on. */
    page_id: string | null
    response: string
    confirmation_code: string
    tempref: string
    token: string
    last4: string
    brand: string
    issuer: string
    acquirer: string
    foreign_card: boolean
    cred_type: string
    payments: number
    /** `txn_index` of the charge that a refund belongs to. */
    reference_index: number | null
    thtk: string | null
    dc_disable: string | null
    user_fields: JSONColumnType<Record<string, string>>
    /** The fields of the result, for a repeated return of the browser. */
    result: JSONColumnType<Record<string, string>>
    created_at: Date
  }
  /** Terminals that can be empty: what is left of their money for credits. One without a row has always enough. */
  sandbox_balances: {
    terminal: string
    /** agorot; bigint, read as text */
    available: ColumnType<string, number, number>
  }
  /** Webhooks to send, which Tranzila calls notifies. */
  sandbox_notifies: {
    /** bigint, read as text */
    id: ColumnType<string, never, never>
    txn_index: number
    url: string
    body: string
    headers: JSONColumnType<Record<string, string>>
    due_at: Date
    leased_until: Date | null
    /** Counted when the notify is leased, before it is sent. */
    attempts: Generated<number>
    delivered_at: Date | null
    /** HTTP status or name of the exception of the last attempt. */
    last_status: string | null
  }
}
