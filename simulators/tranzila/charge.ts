import { randomBytes, randomInt } from 'node:crypto'
import type { SandboxCard } from './cards.ts'
import type { SandboxOptions } from './options.ts'
import {
  type DueNotify,
  insertCharge,
  lockPage,
  type PageRecords,
  readPage,
  type SandboxTx,
  type TransactionRow,
  type HandshakeRow,
} from './queries.ts'
import { resultFields } from './result-fields.ts'
import { readShekels } from './wire.ts'

/** Why a page takes no card; texts: `gateway:page.closed.<reason>`. */
export type ClosedReason = 'terminal' | 'handshake' | 'expired' | 'sum' | 'kind' | 'address' | 'done'

export type PageState =
  | {
      readonly open: true
      readonly amount: number
      readonly maxPayments: number
      /** The code of the last decline on this page. */
      readonly declined: string | null
    }
  | { readonly open: false; readonly reason: Exclude<ClosedReason, 'done'> }
  | { readonly open: false; readonly reason: 'done'; readonly result: Record<string, string> }

const DAY_MS = 86_400_000
const MAX_PAYMENTS = 36

/** What is wrong with the page's own parameters, whatever was charged. */
export const closedFor = (
  options: SandboxOptions,
  terminal: string,
  params: Record<string, string>,
): 'terminal' | 'kind' | undefined => {
  if (terminal !== options.credentials.terminal) return 'terminal'
  const fits = (params['currency'] ?? '1') === '1' && ['A', 'AK'].includes(params['tranmode'] ?? 'A')
  return fits ? undefined : 'kind'
}

/** Whether a page accepts a card: terminal, kind of charge, handshake and amount are right, and nothing was charged under the same DCdisable. */
export const pageState = async (
  options: SandboxOptions,
  terminal: string,
  params: Record<string, string>,
): Promise<PageState> => {
  const reason = closedFor(options, terminal, params)
  if (reason) return { open: false, reason }
  return stateOf(options, await readPage(options.db, pageKey(options, terminal, params)), terminal, params)
}

const pageKey = (options: SandboxOptions, terminal: string, params: Record<string, string>) => ({
  terminal,
  thtk: params['thtk'] ?? '',
  dcDisable: params['DCdisable'] || undefined,
  since: new Date(options.now().getTime() - DAY_MS),
})

const stateOf = (
  options: SandboxOptions,
  records: PageRecords | undefined,
  terminal: string,
  params: Record<string, string>,
): PageState => {
  if (!records || records.handshake.terminal !== terminal) return { open: false, reason: 'handshake' }
  const { handshake, paid, declined } = records
  if (readShekels(params['sum']) !== handshake.amount) return { open: false, reason: 'sum' }
  if (paid) return { open: false, reason: 'done', result: paid }
  if (handshake.expires_at <= options.now()) return { open: false, reason: 'expired' }
  return { open: true, amount: handshake.amount, maxPayments: maxPayments(params), declined }
}

export const maxPayments = (params: Record<string, string>): number => {
  const requested = Number(params['maxpay'] ?? '1')
  return params['cred_type'] === '8' && Number.isInteger(requested) ? Math.min(Math.max(requested, 1), MAX_PAYMENTS) : 1
}

interface Charged {
  readonly charged: TransactionRow
  readonly result: Record<string, string>
  /** Notifies that the caller must send now. */
  readonly due: readonly DueNotify[]
}

/** Charges a card once: the handshake is locked meanwhile, and only an approval consumes it. The notifies are written with the charge. */
export const charge = async (
  options: SandboxOptions,
  terminal: string,
  params: Record<string, string>,
  chosen: { readonly card: SandboxCard; readonly payments: number },
): Promise<PageState | Charged> => {
  const charged = await options.db.transaction().execute((tx) => chargeLocked(options, tx, terminal, params, chosen))
  // The reason of a refused charge is rare and needs no lock.
  return charged ?? pageState(options, terminal, params)
}

const chargeLocked = async (
  options: SandboxOptions,
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
  const notify = { url, body: new URLSearchParams(result).toString(), after: url ? chosen.card.notifyAfter : [] }
  const due = await insertCharge(tx, { row: { ...row, result }, notify }, key.since)
  return due && { charged: { ...row, result }, result, due }
}

const newCharge = (
  options: SandboxOptions,
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
export const userFieldsOf = (options: SandboxOptions, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(options.userFields.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

export const digits = (count: number): string => String(randomInt(1, 10 ** count)).padStart(count, '0')

/** One letter, fourteen hexadecimal digits, the card's last four. */
export const newToken = (last4: string): string =>
  `${String.fromCodePoint(97 + randomInt(26))}${randomBytes(7).toString('hex')}${last4}`
