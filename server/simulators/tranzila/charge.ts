import { randomBytes, randomInt } from 'node:crypto'
import type { SandboxCard } from './cards.ts'
import type { SandboxOptions } from './options.ts'
import {
  findByDcDisable,
  type HandshakeRow,
  insertNotifies,
  insertTransaction,
  keepResult,
  lockDcDisable,
  lockHandshake,
  type SandboxDb,
  type SandboxTx,
  findHandshake,
  findTransaction,
  type TransactionRow,
  useHandshake,
} from './queries.ts'
import { resultFields } from './result-fields.ts'
import { readShekels } from './wire.ts'

/** Why a page takes no card; words: `gateway:page.closed.<reason>`. */
export type ClosedReason = 'terminal' | 'handshake' | 'expired' | 'sum' | 'kind' | 'address' | 'done'

export type PageState =
  | { readonly open: true; readonly amount: number; readonly maxPayments: number }
  | { readonly open: false; readonly reason: Exclude<ClosedReason, 'done'> }
  | { readonly open: false; readonly reason: 'done'; readonly paid: TransactionRow }

const DAY_MS = 86_400_000
const MOST_PAYMENTS = 36

/** What is wrong with a page's address itself, whatever the books say. */
export const closedFor = (
  options: SandboxOptions,
  terminal: string,
  params: Record<string, string>,
): 'terminal' | 'kind' | undefined => {
  if (terminal !== options.credentials.terminal) return 'terminal'
  const fits = (params['currency'] ?? '1') === '1' && ['A', 'AK'].includes(params['tranmode'] ?? 'A')
  return fits ? undefined : 'kind'
}

/** Whether a page may take a card: terminal, kind of charge, handshake and sum, and no earlier charge under the same DCdisable. */
export const pageState = async (
  options: SandboxOptions,
  terminal: string,
  params: Record<string, string>,
): Promise<PageState> => {
  const reason = closedFor(options, terminal, params)
  if (reason) return { open: false, reason }
  return stateOf(options.db, options.now(), await findHandshake(options.db, params['thtk'] ?? ''), terminal, params)
}

const stateOf = async (
  db: SandboxDb | SandboxTx,
  now: Date,
  handshake: HandshakeRow | undefined,
  terminal: string,
  params: Record<string, string>,
): Promise<PageState> => {
  if (!handshake || handshake.terminal !== terminal) return { open: false, reason: 'handshake' }
  if (readShekels(params['sum']) !== handshake.amount) return { open: false, reason: 'sum' }
  const paid =
    (handshake.used_by === null ? undefined : await findTransaction(db, terminal, handshake.used_by)) ??
    (params['DCdisable']
      ? await findByDcDisable(db, terminal, params['DCdisable'], new Date(now.getTime() - DAY_MS))
      : undefined)
  if (paid) return { open: false, reason: 'done', paid }
  if (handshake.expires_at <= now) return { open: false, reason: 'expired' }
  return { open: true, amount: handshake.amount, maxPayments: maxPayments(params) }
}

export const maxPayments = (params: Record<string, string>): number => {
  const asked = Number(params['maxpay'] ?? '1')
  return params['cred_type'] === '8' && Number.isInteger(asked) ? Math.min(Math.max(asked, 1), MOST_PAYMENTS) : 1
}

/** Charges a card once: the handshake is locked meanwhile, and used up by an approval only. The notifies are written with it. */
export const charge = (
  options: SandboxOptions,
  terminal: string,
  params: Record<string, string>,
  chosen: { readonly card: SandboxCard; readonly payments: number },
): Promise<PageState | { readonly charged: TransactionRow; readonly result: Record<string, string> }> =>
  options.db.transaction().execute(async (tx) => {
    const now = options.now()
    if (params['DCdisable']) await lockDcDisable(tx, terminal, params['DCdisable'])
    const handshake = await lockHandshake(tx, params['thtk'] ?? '')
    const state = await stateOf(tx, now, handshake, terminal, params)
    if (!state.open || !handshake) return state
    const row = await insertTransaction(tx, newCharge(options, handshake, params, chosen, now))
    if (row.response === '000') await useHandshake(tx, handshake.thtk, row.txn_index)
    const result = resultFields(row, chosen.card, params)
    await keepResult(tx, row.txn_index, result)
    const url = params['notify_url_address']
    const body = new URLSearchParams(result).toString()
    await insertNotifies(
      tx,
      (url ? chosen.card.notifyAfter : []).map((seconds) => ({
        txn_index: row.txn_index,
        url: url ?? '',
        body,
        due_at: new Date(now.getTime() + seconds * 1000),
      })),
    )
    return { charged: row, result }
  })

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

/** Only the fields that the terminal knows reach its books. */
export const userFieldsOf = (options: SandboxOptions, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(options.userFields.flatMap((name) => (values[name] ? [[name, values[name]]] : [])))

export const digits = (count: number): string => String(randomInt(1, 10 ** count)).padStart(count, '0')

/** One letter, fourteen hexadecimal digits, the card's last four. */
export const newToken = (last4: string): string =>
  `${String.fromCodePoint(97 + randomInt(26))}${randomBytes(7).toString('hex')}${last4}`
