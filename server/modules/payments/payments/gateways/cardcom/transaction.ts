import type { CardBrand } from '@kartis/domain/card-bucket.ts'
import { pick } from '../fields.ts'
import { israeliInstant } from '../israeli-day.ts'
import { readSum } from '../sum.ts'
import { type Fields, fieldsOf } from './call.ts'

const BRANDS: Readonly<Record<string, CardBrand>> = {
  MasterCard: 'mastercard',
  Maestro: 'mastercard',
  Visa: 'visa',
  AmericanExpress: 'amex',
  Diners: 'diners',
  Isracard: 'isracard',
}

const SHEKEL = 1

/** What is stored: no expiry, no name, phone, e-mail, ID number or token of the card's holder. */
const STORED_FIELDS = [
  'ResponseCode',
  'TranzactionId',
  'TerminalNumber',
  'Amount',
  'CoinId',
  'CouponNumber',
  'CreateDate',
  'ApprovalNumber',
  'NumberOfPayments',
  'CardInfo',
  'Uid',
  'Rrn',
  'Brand',
  'Acquire',
  'Issuer',
  'PaymentType',
  'DealType',
] as const

/** A transaction as the gateway lists it (`TransactionInfo`). */
export interface Transaction {
  readonly ref: string
  readonly code: number
  readonly at: Date
  /** Undefined when it is no amount with at most two places. */
  readonly amount: number | undefined
  /** ISO code, or the gateway's number of another currency. */
  readonly currency: string
  readonly terminal: number
  /** `J` parameter: anything but 0 only checked the card. */
  readonly isCharge: boolean
  readonly kind: 'charge' | 'void' | 'credit'
  readonly uid: string
  readonly approvalCode: string
  readonly last4: string
  readonly brand: CardBrand
  readonly brandCode: string
  readonly issuerCode: string
  readonly acquirerCode: string
  readonly foreign: boolean
  readonly installments: number
  /** Values that we sent with it. */
  readonly customValues: readonly string[]
  readonly raw: Readonly<Record<string, string>>
}

/** Undefined for what is no transaction. An id beyond the exact range of numbers is none: it would name another one. */
export const readTransaction = (source: unknown): Transaction | undefined => {
  const fields = fieldsOf(source)
  const { TranzactionId: id, ResponseCode: code } = fields
  if (!Number.isSafeInteger(id) || Number(id) < 1 || !Number.isInteger(code)) return undefined
  const raw = pick(fields, STORED_FIELDS)
  const text = (name: string): string => pick(fields, [name])[name] ?? ''
  return {
    ref: String(id),
    code: Number(code),
    at: israeliInstant(text('CreateDate').slice(0, 19)) ?? new Date(0),
    amount: readSum(fields['Amount']),
    currency: fields['CoinId'] === SHEKEL ? 'ILS' : text('CoinId'),
    terminal: Number(fields['TerminalNumber']),
    isCharge: text('JParameter') === '' || text('JParameter') === '0',
    kind: kindOf(fields),
    uid: text('Uid'),
    approvalCode: text('ApprovalNumber'),
    // The number beside it drops zeros at the front.
    last4: /^\d{4}$/.test(text('Last4CardDigitsString')) ? text('Last4CardDigitsString') : '',
    brand: BRANDS[text('Brand')] ?? 'other',
    brandCode: text('Brand'),
    issuerCode: text('Issuer'),
    acquirerCode: text('Acquire'),
    foreign: fields['IsAbroadCard'] === true || text('CardInfo') === 'NonIsraeli' || text('Issuer') === 'NonIsrael',
    installments: Math.max(1, Number(text('NumberOfPayments')) || 1),
    customValues: customValuesOf(fields['CustomFields']),
    raw,
  }
}

const kindOf = ({ IsRefund: isRefund, DealType: type }: Fields): Transaction['kind'] => {
  if (type === 'Cancel') return 'void'
  return isRefund === true || type === 'Refund' ? 'credit' : 'charge'
}

const customValuesOf = (list: unknown): readonly string[] =>
  Array.isArray(list) ? list.map((field) => pick(field, ['Value'])['Value'] ?? '').filter((value) => value !== '') : []
