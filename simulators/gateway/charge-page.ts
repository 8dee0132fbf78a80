import { REFUSED_BY_ISSUER, type SandboxCard, takesRefund } from './cards.ts'
import { digits, newToken } from './codes.ts'
import type { HostedGateway, PageRow } from './hosted-gateway.ts'
import { type DueNotify, insertNotifies } from './notifies.ts'
import type { SimulatorOptions } from './options.ts'
import {
  creditedOf,
  insertTransaction,
  lockTransaction,
  type SandboxTx,
  takeFunds,
  type TransactionRow,
} from './transactions.ts'
import { israeliTime } from './wire.ts'

const APPROVED = '000'
/** Foreign cards may not pay in instalments. */
const NOT_SUPPORTED = '440'

/** Charges a card on a page, once: its row is locked meanwhile. Undefined when the page takes no card any more. */
export const chargeOnPage = (
  options: SimulatorOptions,
  gateway: HostedGateway,
  page: PageRow,
  chosen: { readonly card: SandboxCard; readonly payments: number },
): Promise<{ readonly row: TransactionRow; readonly due: readonly DueNotify[] } | undefined> =>
  options.db.transaction().execute(async (tx) => {
    const now = options.now()
    const open = await tx
      .selectFrom('sandbox_pages')
      .select('id')
      .where('id', '=', page.id)
      .where('used_by', 'is', null)
      .where('expires_at', '>', now)
      .forUpdate()
      .executeTakeFirst()
    if (!open) return undefined
    const row = await insertTransaction(tx, chargeOf(page, chosen, now))
    await tx
      .updateTable('sandbox_pages')
      .set(row.response === APPROVED ? { used_by: row.txn_index } : { declined: row.response })
      .where('id', '=', page.id)
      .execute()
    const webhook = { ...gateway.webhook(page, row), url: page.params.notify, after: chosen.card.notifyAfter }
    return { row, due: await insertNotifies(tx, row.txn_index, webhook, now) }
  })

const chargeOf = (
  page: PageRow,
  { card, payments }: { readonly card: SandboxCard; readonly payments: number },
  now: Date,
) => {
  const response = card.foreign && payments > 1 ? NOT_SUPPORTED : card.response
  const last4 = card.number.slice(-4)
  return {
    terminal: page.terminal,
    txn_type: 'DEBIT' as const,
    tranmode: 'A',
    amount: page.amount,
    currency: 'ILS',
    wallet: card.wallet ?? null,
    page_id: page.id,
    response,
    confirmation_code: response === APPROVED ? digits(7) : '0000000',
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
    thtk: null,
    dc_disable: null,
    user_fields: { reference: page.params.reference },
    created_at: now,
  }
}

export interface NewCredit {
  readonly terminal: string
  readonly index: number
  readonly amount: number
  /** A void takes the whole of a charge of the same day back. */
  readonly isVoid: boolean
  readonly userFields: Record<string, string>
}

/** Whether a charge is with the card companies, so that it cannot be voided any more. */
export const isDeposited = (
  { now, depositedAt }: Pick<SimulatorOptions, 'now' | 'depositedAt'>,
  { created_at: at }: Pick<TransactionRow, 'created_at'>,
): boolean => {
  const deposit = depositedAt?.()
  return israeliTime(at).day !== israeliTime(now()).day || (deposit !== undefined && at <= deposit)
}

/**
 * Sends money back, never more than the charge was. `unknown`: no such charge; `deposited`: it is too late for a void;
 * `empty`: the terminal has too little money. A credit that the issuer refuses is a transaction that was not approved.
 */
export const creditCharge = async (
  tx: SandboxTx,
  { terminal, index, amount, isVoid, userFields }: NewCredit,
  options: Pick<SimulatorOptions, 'now' | 'depositedAt'>,
): Promise<TransactionRow | 'unknown' | 'too_much' | 'deposited' | 'empty'> => {
  const charge = await lockTransaction(tx, terminal, index)
  if (charge?.txn_type !== 'DEBIT' || charge.response !== APPROVED) return 'unknown'
  const returned = await creditedOf(tx, index)
  if (returned + amount > charge.amount) return 'too_much'
  const isFresh = returned === 0 && amount === charge.amount
  if (isVoid && !(isFresh && !isDeposited(options, charge))) return 'deposited'
  const isRefused = !takesRefund(charge.last4)
  if (!isVoid && !isRefused && !(await takeFunds(tx, terminal, amount))) return 'empty'
  const { txn_index: _index, result: _result, ...copied } = charge
  return insertTransaction(tx, {
    ...copied,
    txn_type: 'CREDIT',
    tranmode: `${isVoid ? 'D' : 'C'}${index}`,
    amount,
    response: isRefused ? REFUSED_BY_ISSUER : APPROVED,
    confirmation_code: isRefused ? '0000000' : digits(7),
    tempref: digits(8),
    token: newToken(charge.last4),
    cred_type: '1',
    payments: 1,
    reference_index: index,
    user_fields: userFields,
    created_at: options.now(),
  })
}
