import type { Offer } from '../gateway/card-form.ts'
import type { SandboxCard } from '../gateway/cards.ts'
import { digits, newToken } from '../gateway/codes.ts'
import type { DueNotify } from '../gateway/notifies.ts'
import type { ClosedReason } from '../gateway/page.ts'
import type { SandboxTx, TransactionRow } from '../gateway/transactions.ts'
import type { TranzilaOptions } from './options.ts'
import { insertCharge, lockPage, type PageRecords, readPage, type HandshakeRow } from './queries.ts'
import { resultFields } from './result-fields.ts'
import { readShekels } from '../gateway/wire.ts'

export type PageState =
  | {
      readonly open: true
      readonly amount: number
      /** The code of the last decline on this page. */
      readonly declined: string | null
    }
  | { readonly open: false; readonly reason: Exclude<ClosedReason, 'done'> }
  | { readonly open: false; readonly reason: 'done'; readonly result: Record<string, string> }

const DAY_MS = 86_400_000
const MAX_PAYMENTS = 36

/** What is wrong with the page's own parameters, whatever was charged. */
export const closedFor = (
  options: TranzilaOptions,
  terminal: string,
  params: Record<string, string>,
): 'terminal' | 'kind' | undefined => {
  if (terminal !== options.credentials.terminal) return 'terminal'
  const fits = (params['currency'] ?? '1') === '1' && ['A', 'AK'].includes(params['tranmode'] ?? 'A')
  return fits ? undefined : 'kind'
}

/** Whether a page accepts a card: terminal, kind of charge, handshake and amount are right, and nothing was charged under the same DCdisable. */
export const pageState = async (
  options: TranzilaOptions,
  terminal: string,
  params: Record<string, string>,
): Promise<PageState> => {
  const reason = closedFor(options, terminal, params)
  if (reason) return { open: false, reason }
  return stateOf(options, await readPage(options.db, pageKey(options, terminal, params)), terminal, params)
}

const pageKey = (options: TranzilaOptions, terminal: string, params: Record<string, string>) => ({
  terminal,
  thtk: params['thtk'] ?? '',
  dcDisable: params['DCdisable'] || undefined,
  since: new Date(options.now().getTime() - DAY_MS),
})

const stateOf = (
  options: TranzilaOptions,
  records: PageRecords | undefined,
  terminal: string,
  params: Record<string, string>,
): PageState => {
  if (!records || records.handshake.terminal !== terminal) return { open: false, reason: 'handshake' }
  const { handshake, paid, declined } = records
  if (readShekels(params['sum']) !== handshake.amount) return { open: false, reason: 'sum' }
  if (paid) return { open: false, reason: 'done', result: paid }
  if (handshake.expires_at <= options.now()) return { open: false, reason: 'expired' }
  return { open: true, amount: handshake.amount, declined }
}

export const offerOf = (params: Record<string, string>): Offer => {
  const requested = Number(params['maxpay'] ?? '1')
  const most = params['cred_type'] === '8' && Number.isInteger(requested) ? requested : 1
  return { maxPayments: Math.min(Math.max(most, 1), MAX_PAYMENTS), bit: params['bit_pay'] === '1' }
}

interface Charged {
  readonly charged: TransactionRow
  readonly result: Record<string, string>
  /** Notifies that the caller must send now. */
  readonly due: readonly DueNotify[]
}

/** Charges a card once: the handshake is locked meanwhile, and only an approval consumes it. The notifies are written with the charge. */
export const charge = async (
  options: TranzilaOptions,
  terminal: string,
  params: Record<string, string>,
  chosen: { readonly card: SandboxCard; readonly payments: number },
): Promise<PageState | Charged> => {
  const charged = await options.db.transaction().execute((tx) => chargeLocked(options, tx, terminal, params, chosen))
  // The reason of a refused charge is rare and needs no lock.
  return charged ?? pageState(options, terminal, params)
}

const chargeLocked = async (
  options: TranzilaOptions,
  tx: SandboxTx,
  terminal: string,
  params: Record<string, string>,
  chosen: { readonly card: SandboxCard; readonly payments: number },
): Promise<Charged | undefined> => {
  const now = options.now()
  const key = pageKey(options, terminal, params)
  const page = await lockPage(tx, key)
  if (!page || page.handshake.used_by !== null) return undefined
  if (!stateOf(options, { handshake: page.handshake, paid: null, declined: null }, terminal, params).open)
    return undefined
  const row = { txn_index: page.txnIndex, result: {}, ...newCharge(options, page.handshake, params, chosen, now) }
  const result = resultFields(row, chosen.card, params)
  const url = params['notify_url_address'] ?? ''
  const notify = {
    url,
    body: new URLSearchParams(result).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'Tranzila' },
    after: url ? chosen.card.notifyAfter : [],
  }
  const due = await insertCharge(tx, { row: { ...row, result }, notify }, key.since)
  return due && { charged: { ...row, result }, result, due }
}

const newCharge = (
  options: TranzilaOptions,
  handshake: HandshakeRow,
  params: Record<string, string>,
  { card, payments }: { readonly card: SandboxCard; readonly payments: number },
  now: Date,
) => {
  // Foreign cards may not pay in instalments.
  const response = card.foreign && payments > 1 ? '440' : card.response
  const last4 = card.number.slice(-4)
  return {
    terminal: handshake.terminal,
    txn_type: 'DEBIT' as const,
    tranmode: params['tranmode'] ?? 'A',
    amount: handshake.amount,
    currency: 'ILS',
    wallet: card.wallet ?? null,
    page_id: null,
    response,
    confirmation_code: response === '000' ? digits(7) : '0000000',
    tempref: digits(8),
    token: newToken(last4),
    last4,
    brand: card.brand,
    issuer: card.issuer,
    acquirer: card.acquirer,
    foreign_card: card.foreign,
    cred_type: payments > 1 ? '8' : '1',
    payments,
    reference_index: null,
    thtk: handshake.thtk,
    dc_disable: params['DCdisable'] ?? null,
    user_fields: userFieldsOf(options, params),
    created_at: now,
  }
}

/** Only fields that the terminal defines are stored. */
export const userFieldsOf = (options: TranzilaOptions, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(options.userFields.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))
