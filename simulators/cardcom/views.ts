import type { PageRow } from '../gateway/hosted-gateway.ts'
import type { TransactionRow } from '../gateway/transactions.ts'
import { israeliTime } from '../gateway/wire.ts'

const BRANDS: Record<string, string> = {
  1: 'MasterCard',
  2: 'Visa',
  3: 'Diners',
  4: 'AmericanExpress',
  5: 'Isracard',
}
const ISSUERS: Record<string, string> = { 0: 'NonIsrael', 1: 'Isracard', 2: 'CAL', 3: 'Diners', 4: 'AmericanExpress' }
const COINS: Record<string, number> = { ILS: 1, USD: 2 }

const shekels = (agorot: number): number => Number((agorot / 100).toFixed(2))

/** SHVA's code as a number; approved charges have 0. */
const codeOf = ({ response }: TransactionRow): number => Number(response)

/** A refund has the Uid of its charge. */
export const uidOf = (row: TransactionRow): string =>
  `2611${String(row.reference_index ?? row.txn_index).padStart(16, '0')}`

const transactionKind = ({ txn_type: type, tranmode }: TransactionRow): string => {
  if (type === 'DEBIT') return 'Debit'
  return tranmode.startsWith('D') ? 'Cancel' : 'Refund'
}

/** Instalments: the first carries the remainder. */
const instalments = ({ amount, payments }: TransactionRow) => {
  const others = Math.trunc(amount / payments)
  return payments < 2
    ? { FirstPaymentAmount: 0, ConstPaymentAmount: 0 }
    : {
        FirstPaymentAmount: shekels(amount - others * (payments - 1)),
        ConstPaymentAmount: shekels(others),
      }
}

/** A transaction as `TranzactionInfo`. Holder and expiry, which the real gateway may send, are never stored here. */
export const transactionInfo = (row: TransactionRow) => {
  const { day, time } = israeliTime(row.created_at)
  const refund = row.user_fields['refund']
  return {
    ResponseCode: codeOf(row),
    Description: codeOf(row) === 0 ? 'עסקה תקינה' : 'העסקה סורבה',
    TranzactionId: row.txn_index,
    TerminalNumber: Number(row.terminal),
    Amount: shekels(row.amount),
    CoinId: COINS[row.currency] ?? 0,
    CouponNumber: row.tempref,
    CreateDate: `${day}T${time}`,
    Last4CardDigits: row.wallet ? 0 : Number(row.last4),
    Last4CardDigitsString: row.wallet ? '' : row.last4,
    JParameter: '0',
    ApprovalNumber: row.confirmation_code,
    ...instalments(row),
    NumberOfPayments: row.payments,
    CardInfo: row.foreign_card ? 'NonIsraeli' : 'Israeli',
    Uid: uidOf(row),
    Brand: BRANDS[row.brand] ?? 'PrivateCard',
    Acquire: ISSUERS[row.acquirer] ?? 'Unknown',
    Issuer: ISSUERS[row.issuer] ?? 'CAL',
    PaymentType: row.payments > 1 ? 'Payments' : 'Standard',
    CardNumberEntryMode: 'Internet',
    DealType: transactionKind(row),
    IsRefund: row.txn_type === 'CREDIT',
    CustomFields: refund === undefined ? [] : [{ Id: 1, Value: refund }],
    IsAbroadCard: row.foreign_card,
  }
}

/** The result of a page: the webhook and `GetLpResult` carry the same. */
export const pageResult = (page: PageRow, row: TransactionRow) => ({
  ResponseCode: codeOf(row),
  Description: codeOf(row) === 0 ? 'OK' : 'העסקה סורבה',
  TerminalNumber: Number(page.terminal),
  LowProfileId: page.id,
  TranzactionId: row.txn_index,
  ReturnValue: page.params.reference,
  Operation: 'ChargeOnly',
  TranzactionInfo: transactionInfo(row),
  ExternalPaymentVector: row.wallet === 'bit' ? 'CardComBit' : 'NoneOrUnknown',
})
