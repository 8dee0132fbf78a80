import type { PageRow } from '../gateway/hosted-gateway.ts'
import type { TransactionRow } from '../gateway/transactions.ts'
import { israeliTime } from '../gateway/wire.ts'

const BRANDS: Record<string, string> = { 1: 'mastercard', 2: 'visa', 3: 'diners', 4: 'amex', 5: 'isracard' }
const CLEARING: Record<string, string> = { 1: 'isracard', 2: 'cal', 6: 'max' }

const UID_HEAD = '7a1f0c52-0000-4000-8000-'
const UID = /^7a1f0c52-0000-4000-8000-(\d{12})$/

/** The gateway's id of a transaction. */
export const uidOf = (index: number): string => `${UID_HEAD}${String(index).padStart(12, '0')}`

/** The number of a transaction in the tables; undefined for the id of none. */
export const indexOf = (uid: unknown): number | undefined => {
  const [, digits] = UID.exec(typeof uid === 'string' ? uid : '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

const shekels = (agorot: number): number => Number((agorot / 100).toFixed(2))
const typeOf = ({ txn_type: type }: TransactionRow): string => (type === 'DEBIT' ? 'Charge' : 'Refund')
const dateOf = ({ created_at: at }: TransactionRow): string => {
  const { day, time } = israeliTime(at)
  return `${day} ${time}`
}

const cardOf = (row: TransactionRow) =>
  row.wallet
    ? { alternative_method_name: row.wallet }
    : {
        four_digits: row.last4,
        brand_id: Number(row.brand),
        brand_name: BRANDS[row.brand] ?? 'other',
        issuer_id: Number(row.issuer),
        clearing_id: Number(row.acquirer),
        clearing_name: CLEARING[row.acquirer] ?? 'other',
        card_foreign: row.foreign_card ? '1' : '0',
      }

/** A transaction as `PaymentPages/ipn` and the history show it. The holder and the expiry are never stored here. */
export const flatView = (row: TransactionRow) => ({
  transaction_uid: uidOf(row.txn_index),
  page_request_uid: row.page_id,
  is_multiple_transaction: false,
  type: typeOf(row),
  method: row.wallet ?? 'credit-card',
  number: row.tempref,
  date: dateOf(row),
  status: row.response === '000' ? 'approved' : 'rejected',
  status_code: row.response,
  amount: shekels(row.amount),
  currency: row.currency,
  credit_terms: row.payments > 1 ? 'payments' : 'regular',
  number_of_payments: row.payments,
  approval_num: row.confirmation_code,
  voucher_num: row.tempref,
  more_info: row.user_fields['reference'] ?? '',
  ...(row.reference_index !== null && { related_transaction_uid: uidOf(row.reference_index) }),
  ...cardOf(row),
})

/** The body of a webhook. */
export const webhookView = (page: PageRow, row: TransactionRow) => ({
  transaction_type: typeOf(row),
  transaction: {
    uid: uidOf(row.txn_index),
    payment_page_request_uid: page.id,
    number: row.tempref,
    type: typeOf(row),
    date: dateOf(row),
    status_code: row.response,
    amount: shekels(row.amount),
    currency: row.currency,
    credit_terms: row.payments > 1 ? 'payments' : 'regular',
    payments: { number_of_payments: row.payments },
    voucher_number: row.tempref,
    approval_number: row.confirmation_code,
    more_info: page.params.reference,
  },
  data: { card_information: cardOf(row) },
})
