import type { Kysely } from 'kysely'
import { buildIndex } from '../platform/database/build-index.ts'

export const isTransaction = false

/** Charges in instalments, few among many: their later instalments have not arrived from the acquirer. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  buildIndex(db, {
    name: 'payments_in_installments',
    on: "payments (account_id, paid_at) where installments > 1 and status = 'paid'",
  })
