import { REFUSED_BY_ISSUER, takesRefund } from '../gateway/cards.ts'
import { isDeposited } from '../gateway/charge-page.ts'
import { digits, newToken } from '../gateway/codes.ts'
import { creditedOf, insertTransaction, lockTransaction, takeFunds } from '../gateway/transactions.ts'
import type { SandboxTx, TransactionRow } from '../gateway/transactions.ts'
import { userFieldsOf } from './charge.ts'
import type { TranzilaOptions } from './options.ts'
import { findByDcDisable, lockDcDisable } from './queries.ts'
import { readShekels, writeShekels } from '../gateway/wire.ts'

const DAY_MS = 86_400_000

type Reply = Record<string, unknown>

/** The gateway has taken the call; what the card company says is in the result. */
const ACCEPTED = { error_code: 0, message: 'Success' }

const failed = (error_code: number, message: string): Reply => ({ error_code, message })

/**
 * `txn_type: credit` refunds an earlier charge, partly or fully, never more than it was. `txn_type: reversal` takes the whole
 * of a charge of the same day back, before it goes to the card company, at midnight or before.
 */
export const creditCard = (options: TranzilaOptions, body: Record<string, unknown>): Promise<Reply> | Reply => {
  const type = body['txn_type']
  if (type !== 'credit' && type !== 'reversal') return failed(20004, 'Transaction type is not supported')
  const index = Number(body['reference_txn_id'])
  return refund(options, body, { type, index, amount: itemsTotal(body['items']) })
}

/** Refunds of Bit: without a card, so without its approval. */
export const refundBit = (options: TranzilaOptions, body: Record<string, unknown>): Promise<Reply> | Reply =>
  refund(options, body, { type: 'bit', index: Number(body['transaction_id']), amount: readShekels(body['sum']) })

interface Refund {
  readonly type: 'credit' | 'reversal' | 'bit'
  readonly index: number
  readonly amount: number
}

const refund = (
  options: TranzilaOptions,
  body: Record<string, unknown>,
  { type, index, amount }: Omit<Refund, 'amount'> & { readonly amount: number | undefined },
): Promise<Reply> | Reply => {
  if (!Number.isSafeInteger(index) || index < 1 || index > 2_147_483_647)
    return failed(20112, 'Original transaction not found')
  if (amount === undefined) return failed(20003, 'Parameter items is not valid')
  if (amount === 0) return failed(20014, 'Amount must be greater than zero')
  return options.db.transaction().execute((tx) => credit(options, tx, body, { type, index, amount }))
}

const credit = async (
  options: TranzilaOptions,
  tx: SandboxTx,
  body: Record<string, unknown>,
  { type, index, amount }: Refund,
): Promise<Reply> => {
  const fields = namedFields(body['user_defined_fields'])
  const now = options.now()
  const unique = fields['DCdisable']
  if (unique) {
    await lockDcDisable(tx, options.credentials.terminal, unique)
    const before = await findByDcDisable(tx, options.credentials.terminal, unique, new Date(now.getTime() - DAY_MS))
    if (before) return failed(20105, 'Duplicate transaction')
  }
  const original = await lockTransaction(tx, options.credentials.terminal, index)
  if (
    original?.txn_type !== 'DEBIT' ||
    original.response !== '000' ||
    (type !== 'bit' && original.confirmation_code !== body['authorization_number']) ||
    (type === 'bit') !== (original.wallet === 'bit')
  )
    return failed(20112, 'Original transaction not found')
  const returned = await creditedOf(tx, index)
  if (returned + amount > original.amount)
    return failed(23002, 'Refund amount is greater than the original transaction')
  const isFresh = returned === 0 && amount === original.amount
  if (type === 'reversal' && !(isFresh && !isDeposited(options, original)))
    return failed(20113, 'Transaction cannot be reversed')
  if (!takesRefund(original.last4))
    return { ...ACCEPTED, transaction_result: { processor_response_code: REFUSED_BY_ISSUER } }
  if (type !== 'reversal' && !(await takeFunds(tx, options.credentials.terminal, amount)))
    return failed(20120, 'Insufficient balance for the refund')
  const { txn_index: _index, result: _result, ...copied } = original
  const row = await insertTransaction(tx, {
    ...copied,
    txn_type: 'CREDIT',
    tranmode: `${type === 'reversal' ? 'D' : 'C'}${index}`,
    amount,
    confirmation_code: digits(7),
    tempref: digits(8),
    token: newToken(original.last4),
    cred_type: '1',
    payments: 1,
    reference_index: index,
    thtk: null,
    dc_disable: unique ?? null,
    user_fields: userFieldsOf(options, fields),
    created_at: now,
  })
  return { ...ACCEPTED, transaction_result: resultOf(row), original_request: body }
}

const resultOf = (row: TransactionRow): Reply => ({
  processor_response_code: row.response,
  transaction_id: row.txn_index,
  auth_number: row.confirmation_code,
  ConfirmationCode: row.confirmation_code,
  Tempref: row.tempref,
  amount: Number(writeShekels(row.amount)),
  currency_code: 'ILS',
  card_type: row.brand,
  card_issuer: row.issuer,
  token: row.token,
  last_4: row.last4,
  card_locality: row.foreign_card ? 'foreign' : 'domestic',
  txn_type: 'credit',
  tranmode: row.tranmode,
})

const itemsTotal = (items: unknown): number | undefined => {
  if (!Array.isArray(items) || items.length === 0) return undefined
  let total = 0
  for (const item of items as Record<string, unknown>[]) {
    const price = readShekels(item?.['unit_price'])
    const units = Number(item?.['units_number'] ?? 1)
    if (price === undefined || !Number.isInteger(units) || units < 1) return undefined
    total += price * units
  }
  return total
}

export const namedFields = (list: unknown): Record<string, string> =>
  Array.isArray(list)
    ? Object.fromEntries(
        (list as Record<string, unknown>[])
          .filter((field) => typeof field?.['name'] === 'string' && typeof field['value'] === 'string')
          .map((field) => [field['name'], field['value']] as [string, string]),
      )
    : {}
