import type { SandboxCard } from '../gateway/cards.ts'
import type { TransactionRow } from '../gateway/transactions.ts'
import { textsOf, writeShekels } from '../gateway/wire.ts'

/** Parameters of the page itself; everything else is returned as it was sent. */
const STEERING = new Set([
  'success_url_address',
  'fail_url_address',
  'notify_url_address',
  'TranzilaPW',
  'card_number',
  'expiry',
  'cvv',
  'holder_id',
  'installments',
])

export const echoOf = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(textsOf(params)).filter(([name]) => !STEERING.has(name)))

/** The fields of a notify. Expiry and ID number, which a real gateway may send, are never stored here. */
export const resultFields = (
  row: TransactionRow,
  card: SandboxCard,
  params: Record<string, string>,
): Record<string, string> => ({
  ...echoOf(params),
  Response: row.response,
  o_tranmode: params['tranmode'] ?? 'A',
  tranmode: row.tranmode,
  sum: writeShekels(row.amount),
  currency: '1',
  o_cred_type: params['cred_type'] ?? '1',
  cred_type: row.cred_type,
  cred_type_shva: row.cred_type,
  ...instalments(row),
  supplier: row.terminal,
  tz_parent: row.terminal,
  ccno: row.last4,
  TranzilaTK: row.token,
  ConfirmationCode: row.confirmation_code,
  index: String(row.txn_index),
  Tempref: row.tempref,
  ...(row.wallet && { payment_method: row.wallet }),
  Responsesource: '0',
  Responsecvv: '1',
  Responseid: '1',
  DBFIsForeign: row.foreign_card ? '1' : '0',
  DBFcard: card.brand,
  cardtype: card.brand,
  DBFcardtype: card.issuer,
  cardissuer: card.issuer,
  DBFsolek: card.acquirer,
  cardaquirer: card.acquirer,
})

/** The first instalment carries the remainder: first + others × (payments - 1) is the total. */
const instalments = (row: TransactionRow): Record<string, string> => {
  if (row.payments < 2) return { npay: '' }
  const others = Math.trunc(row.amount / row.payments)
  return {
    npay: String(row.payments - 1),
    fpay: writeShekels(row.amount - others * (row.payments - 1)),
    spay: writeShekels(others),
  }
}

/** URLs are written to logs, so the browser's return has neither the token nor the buyer's details. */
const NOT_IN_ADDRESS = new Set(['TranzilaTK', 'contact', 'email', 'phone', 'address', 'company', 'remarks', 'thtk'])

export const returnAddress = (address: string, result: Record<string, string>): string => {
  const url = new URL(address)
  const fields = Object.entries(result).toSorted(([left], [right]) => (left < right ? -1 : 1))
  for (const [name, value] of fields) if (!NOT_IN_ADDRESS.has(name)) url.searchParams.set(name, value)
  return url.href
}
