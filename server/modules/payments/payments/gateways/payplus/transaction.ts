import type { CardBrand } from '@kartis/domain/card-bucket.ts'
import { pick } from '../fields.ts'
import { israeliInstant } from '../israeli-day.ts'
import { readSum } from '../sum.ts'

const BRANDS: Readonly<Record<string, CardBrand>> = {
  mastercard: 'mastercard',
  maestro: 'mastercard',
  visa: 'visa',
  amex: 'amex',
  'american express': 'amex',
  diners: 'diners',
  isracard: 'isracard',
}

/** What is stored: no expiry, no name, phone, e-mail, ID number or token of the card's holder. */
const STORED_FIELDS = [
  'transaction_uid',
  'page_request_uid',
  'type',
  'method',
  'alternative_method_name',
  'number',
  'date',
  'status_code',
  'amount',
  'currency',
  'credit_terms',
  'number_of_payments',
  'approval_num',
  'voucher_num',
  'more_info',
  'brand_id',
  'brand_name',
  'issuer_id',
  'clearing_id',
  'clearing_name',
  'card_foreign',
] as const

/** A transaction as the gateway shows it. */
export interface Transaction {
  readonly ref: string
  readonly pageRef: string
  /** `000`: approved */
  readonly code: string
  readonly at: Date
  /** Undefined when it is no amount with at most two places. */
  readonly amount: number | undefined
  readonly currency: string
  readonly kind: 'charge' | 'credit' | undefined
  /** Several charges in one: a gift card and a card. */
  readonly isMultiple: boolean
  readonly reference: string
  readonly chargeRef: string
  readonly approvalCode: string
  readonly last4: string
  readonly brand: CardBrand
  readonly brandCode: string
  readonly issuerCode: string
  readonly acquirerCode: string
  readonly foreign: boolean
  readonly wallet: 'bit' | null
  readonly installments: number
  readonly raw: Readonly<Record<string, string>>
}

const KINDS: Readonly<Record<string, Transaction['kind']>> = { Charge: 'charge', Refund: 'credit' }

export const readTransaction = (source: unknown): Transaction => {
  const raw = pick(source, STORED_FIELDS)
  const other = pick(source, ['four_digits', 'related_transaction_uid', 'is_multiple_transaction'])
  const { brand_name: brandName = '', four_digits: digits = '' } = { ...raw, ...other }
  const wallet = [raw['method'], raw['alternative_method_name']].some((name) => /^bit$/i.test(name ?? ''))
    ? 'bit'
    : null
  return {
    ref: raw['transaction_uid'] ?? '',
    pageRef: raw['page_request_uid'] ?? '',
    code: raw['status_code'] ?? '',
    at: israeliInstant((raw['date'] ?? '').replace(' ', 'T').slice(0, 19)) ?? new Date(0),
    amount: readSum(raw['amount']),
    currency: raw['currency'] ?? '',
    kind: KINDS[raw['type'] ?? ''],
    isMultiple: isTrue(source, 'is_multiple_transaction'),
    reference: raw['more_info'] ?? '',
    chargeRef: other['related_transaction_uid'] ?? '',
    approvalCode: raw['approval_num'] ?? '',
    last4: wallet === null && /^\d{4}$/.test(digits) ? digits : '',
    brand: wallet ? 'other' : (BRANDS[brandName.toLowerCase()] ?? 'other'),
    brandCode: raw['brand_id'] ?? brandName,
    issuerCode: raw['issuer_id'] ?? '',
    acquirerCode: raw['clearing_id'] ?? raw['clearing_name'] ?? '',
    foreign: isTrue(source, 'card_foreign'),
    wallet,
    installments: Math.max(1, Number(raw['number_of_payments']) || 1),
    raw,
  }
}

const isTrue = (source: unknown, name: string): boolean => {
  const value = typeof source === 'object' && source !== null ? (source as Record<string, unknown>)[name] : undefined
  return value === true || value === 1 || value === '1' || value === 'true'
}
