import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** The simulator's own tables; no part of the product reads them. Sums in agorot. */
export interface SandboxTables {
  sandbox_handshakes: {
    thtk: string
    terminal: string
    amount: number
    created_at: Date
    expires_at: Date
    used_by: number | null
  }
  /** What a card reader shows, by the handshake of its amount. */
  sandbox_readers: {
    thtk: string
    params: JSONColumnType<Record<string, string>>
    created_at: Date
  }
  sandbox_transactions: {
    txn_index: Generated<number>
    terminal: string
    txn_type: 'DEBIT' | 'CREDIT'
    tranmode: string
    amount: number
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
    reference_index: number | null
    thtk: string | null
    dc_disable: string | null
    user_fields: JSONColumnType<Record<string, string>>
    /** The fields of the result, for a repeated return of the browser. */
    result: JSONColumnType<Record<string, string>>
    created_at: Date
  }
  sandbox_notifies: {
    /** bigint, read as text */
    id: ColumnType<string, never, never>
    txn_index: number
    url: string
    body: string
    due_at: Date
    leased_until: Date | null
    attempts: Generated<number>
    delivered_at: Date | null
    last_status: string | null
  }
}
