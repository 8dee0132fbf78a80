import type { TranzilaOptions } from './options.ts'
import { reportRows, type TransactionRow } from '../gateway/transactions.ts'
import { israeliTime } from '../gateway/wire.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Transactions of the terminal by number, by Israeli days or by user-defined fields. Amounts in agorot; every value is a text. */
export const report = async (
  options: TranzilaOptions,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> => {
  const index = body['transaction_index'] === undefined ? undefined : Number(body['transaction_index'])
  const [from, to] = [body['transaction_start_date'], body['transaction_end_date']].map((day) =>
    typeof day === 'string' && DAY.test(day) ? day : undefined,
  )
  const whole = index === undefined ? from !== undefined && to !== undefined : isIndex(index)
  const fields = requestedFields(options, body['ufields'])
  if (!whole || !fields) return { error_code: 20003, message: 'Invalid parameters' }
  const { rows, total } = await reportRows(options.db, {
    terminal: options.credentials.terminal,
    ...(index === undefined ? { from, to } : { index }),
    userFields: fields,
    page: Math.max(1, Math.trunc(Number(body['page'] ?? 1)) || 1),
    perPage: Math.min(500, Math.max(1, Math.trunc(Number(body['page_results'] ?? 100)) || 100)),
  })
  return {
    error_code: 0,
    message: 'Success',
    transactions: rows.map((row) => viewRow(options, row)),
    rows: rows.length,
    total,
  }
}

const isIndex = (index: number): boolean => Number.isInteger(index) && index > 0 && index <= 2_147_483_647

/** Undefined for a field that this terminal does not have, or another comparison than equality. */
const requestedFields = (options: TranzilaOptions, list: unknown): Record<string, string> | undefined => {
  if (list === undefined) return {}
  if (!Array.isArray(list)) return undefined
  const fields: Record<string, string> = {}
  for (const field of list as Record<string, unknown>[]) {
    const { name, value, operator } = field ?? {}
    if (typeof name !== 'string' || typeof value !== 'string' || operator !== 'equals') return undefined
    if (!options.userFields.includes(name)) return undefined
    fields[name] = value
  }
  return fields
}

const viewRow = (options: TranzilaOptions, row: TransactionRow): Record<string, string> => {
  const { day, time } = israeliTime(row.created_at)
  const payments = row.payments - 1
  return {
    index: String(row.txn_index),
    transaction_date: day,
    transaction_time: time,
    amount: String(row.amount),
    credit_card_token: row.token,
    expiration_month: '',
    expiration_year: '',
    credit_card_owner_id: '',
    card_type: row.issuer,
    card_brand: row.brand,
    clearing_processor: row.acquirer,
    is_foreign: row.foreign_card ? '1' : '0',
    authorization_number: row.confirmation_code,
    payment_plan: row.cred_type,
    currency: row.currency === 'ILS' ? '1' : row.currency === 'USD' ? '2' : row.currency,
    number_of_payments: String(payments),
    processor_response_code: row.response,
    tranmode: row.tranmode,
    tempref: row.tempref,
    child_terminal: row.terminal,
    transtatus: '1',
    txn_payment_method: row.wallet ?? 'CC',
    txn_type: row.txn_type,
    pan_entry_mode: '50',
    processor: 'SHVA',
    ...Object.fromEntries(
      Array.from({ length: 20 }, (_, place) => [
        `user_defined_${place + 1}`,
        row.user_fields[options.userFields[place] ?? ''] ?? '',
      ]),
    ),
  }
}
