import type * as contract from '@kartis/contract/payment-terminals.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { toAgorot, toShekels } from '@kartis/domain/money.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { SecurityAct } from '@kartis/domain/security-log.ts'
import { z } from 'zod'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import { type Allowance, limit } from '../../../platform/http/rate-limit.ts'
import type { Platform } from '../../../platform/platform.ts'
import { notifyManagers, settlementTermsAt } from '../../people/accounts/index.ts'
import { logSecurity } from '../../people/security-log/index.ts'
import { gatewayProblem } from './check-credentials.ts'
import { gatewayContext } from './gateway-context.ts'
import type { GatewayDescriptor } from './gateway-descriptor.ts'
import { GATEWAYS } from './gateways/index.ts'
import type { PaymentsContext } from './payments-context.ts'
import {
  lockOwnTerminal,
  readOwnTerminals,
  type TerminalChange,
  type TerminalRow,
  updateTerminal,
} from './terminals-queries.ts'

/** Questions to gateways about credentials: enough for mistyped ones, too few to try many. */
const CHECKS: Allowance = { max: 10, seconds: 600 }

/** Who keeps the terminals of an account. */
export interface TerminalActor {
  readonly accountId: string
  readonly userId: string
  readonly network: string
  readonly now: Date
}

const view = (row: TerminalRow, defaultId: string | undefined): contract.PaymentTerminal => ({
  uuid: row.id,
  gateway: row.provider,
  name: row.name,
  status: row.suspended_at === null ? 'active' : 'suspended',
  is_default: row.id === defaultId,
  max_installments: row.max_installments,
  min_installment: toShekels(row.min_installment),
  bit: row.bit,
  created_at: row.created_at.toISOString(),
})

const viewAll = (rows: readonly TerminalRow[]): contract.PaymentTerminal[] => {
  const first = rows.find(({ suspended_at: suspended }) => suspended === null)
  return rows
    .toSorted((a, b) => Number(b.id === first?.id) - Number(a.id === first?.id))
    .map((row) => view(row, first?.id))
}

/** Simulated gateways alone where payments are simulated; the real ones elsewhere. */
const offeredGateways = ({ settings }: Platform): readonly GatewayDescriptor[] =>
  settings.payments.mode === 'sandbox' ? GATEWAYS.filter(({ hasSandbox }) => hasSandbox) : GATEWAYS

/** Whether the account keeps its terminals itself: where the installation collects for it, they decide whose money it is. */
const keepsOwn = async ({ settings }: Platform, db: Db | Tx, accountId: string, now: Date): Promise<boolean> =>
  ((await settlementTermsAt(db, accountId, now)).mode ?? settings.settlement.mode) === 'direct'

/** The terminals of an account, and what may be added. */
export const listOwnTerminals = async (
  platform: Platform,
  accountId: string,
  now: Date,
): Promise<contract.PaymentTerminals> => ({
  own: await keepsOwn(platform, platform.db, accountId, now),
  terminals: viewAll(await readOwnTerminals(platform.db, accountId)),
  gateways: offeredGateways(platform).map(({ name, fields }) => ({
    name,
    fields: Object.entries(fields).map(([field, { secret }]) => ({ name: field, secret })),
  })),
})

/** The terminal that the entered fields describe. Refusal: `validation` with every field that is missing, unknown or wrong. */
const configured = (platform: Platform, { gateway: name, fields }: BodyOf<typeof contract.addPaymentTerminal>) => {
  const gateway = offeredGateways(platform).find((each) => each.name === name)
  if (!gateway) return refuseField('gateway', 'unknown_option')
  const entries = Object.entries(gateway.fields)
  const wrong: Record<string, string[]> = Object.fromEntries([
    ...Object.keys(fields)
      .filter((field) => !(field in gateway.fields))
      .map((field) => [`fields.${field}`, ['unknown_field']]),
    ...entries.filter(([field]) => !fields[field]).map(([field]) => [`fields.${field}`, ['required']]),
  ])
  const values = Object.fromEntries(entries.map(([field, { variable }]) => [variable, fields[field]]))
  const parsed = z.object(gateway.variables).safeParse(values)
  for (const { path } of parsed.error?.issues ?? []) {
    const field = entries.find(([, { variable }]) => variable === path[0])?.[0]
    if (field !== undefined) wrong[`fields.${field}`] ??= ['invalid_text']
  }
  if (Object.keys(wrong).length > 0 || !parsed.data) return refuse('validation', { fields: wrong })
  return { gateway, ...gateway.terminalOf(parsed.data, platform.settings.payments.mode === 'sandbox') }
}

interface Recorded {
  readonly act: Extract<SecurityAct, `payment_terminal.${string}`>
  readonly kind: 'terminal_added' | 'terminal_changed' | 'terminal_suspended'
  readonly row: TerminalRow
}

/** In the security log and in the mail of every owner and manager, as a change of the bank details is. */
const record = async (
  platform: Platform,
  tx: Tx,
  { accountId, userId, network, now }: TerminalActor,
  { act, kind, row }: Recorded,
): Promise<void> => {
  const terminal = `${row.provider} ${row.name}`
  await logSecurity(platform, tx, { act, userId, network, accountId, target: row.id, detail: { terminal }, now })
  await notifyManagers(platform, tx, { accountId, userId, change: { kind, terminal }, now })
}

const limited = (platform: Platform, accountId: string): Promise<Refusal | undefined> =>
  limit(platform, `terminal_check:${accountId}`, CHECKS)

/**
 * Adds a terminal of the account, or new credentials of one with the same name, once the gateway knows them. Refusals:
 * `terminals_by_operator`, `validation`, `too_many_requests`, `terminal_refused`, `payment_unavailable`.
 */
export const addOwnTerminal = async (
  { platform, terminals }: PaymentsContext,
  actor: TerminalActor,
  body: BodyOf<typeof contract.addPaymentTerminal>,
): Promise<contract.PaymentTerminal | Refusal> => {
  const { accountId, now } = actor
  if (!(await keepsOwn(platform, platform.db, accountId, now))) return refuse('terminals_by_operator')
  const terminal = configured(platform, body)
  if (isRefusal(terminal)) return terminal
  const { gateway, name, config } = terminal
  const refused = await limited(platform, accountId)
  if (refused) return refused
  const problem = await gatewayProblem(gateway.connect(config, gatewayContext(platform)), now)
  if (problem) return refuse(problem === 'refused' ? 'terminal_refused' : 'payment_unavailable')
  const row = await inTransaction(platform.db, async (tx) => {
    const saved = await terminals.save(tx, {
      accountId,
      provider: gateway.name,
      name,
      config,
      offer: {
        maxInstallments: body.max_installments,
        minInstallment: toAgorot(body.min_installment),
        bit: body.bit,
      },
    })
    await record(platform, tx, actor, { act: 'payment_terminal.added', kind: 'terminal_added', row: saved })
    return saved
  })
  await terminals.refreshOrigins()
  return shown(platform, accountId, row.id)
}

const shown = async (platform: Platform, accountId: string, id: string): Promise<contract.PaymentTerminal | Refusal> =>
  viewAll(await readOwnTerminals(platform.db, accountId)).find(({ uuid }) => uuid === id) ?? refuse('not_found')

type Change = BodyOf<typeof contract.changePaymentTerminal>

const columnsOf = (change: Change, row: TerminalRow, now: Date): TerminalChange => ({
  ...(change.status !== undefined && { suspended_at: change.status === 'active' ? null : (row.suspended_at ?? now) }),
  ...(change.max_installments !== undefined && { max_installments: change.max_installments }),
  ...(change.min_installment !== undefined && { min_installment: toAgorot(change.min_installment) }),
  ...(change.bit !== undefined && { bit: change.bit }),
})

const actOf = (change: Change, row: TerminalRow): Omit<Recorded, 'row'> => {
  const isSuspended = row.suspended_at !== null
  if (change.status === 'suspended' && !isSuspended)
    return { act: 'payment_terminal.suspended', kind: 'terminal_suspended' }
  if (change.status === 'active' && isSuspended) return { act: 'payment_terminal.resumed', kind: 'terminal_changed' }
  return { act: 'payment_terminal.changed', kind: 'terminal_changed' }
}

const isSame = (change: TerminalChange, row: TerminalRow): boolean =>
  Object.entries(change).every(([column, value]) => row[column as keyof TerminalRow] === value)

/** Changes what a terminal offers, suspends or resumes it. Refusals: `terminals_by_operator`, `not_found`. */
export const changeOwnTerminal = async (
  { platform, terminals }: PaymentsContext,
  actor: TerminalActor,
  id: string,
  change: Change,
): Promise<contract.PaymentTerminal | Refusal> => {
  const { accountId, now } = actor
  const refused = await inTransaction(platform.db, async (tx) => {
    const row = await lockOwnTerminal(tx, accountId, id)
    if (!row) return refuse('not_found')
    if (!(await keepsOwn(platform, tx, accountId, now))) return refuse('terminals_by_operator')
    const columns = columnsOf(change, row, now)
    if (isSame(columns, row)) return undefined
    await updateTerminal(tx, id, columns)
    await record(platform, tx, actor, { ...actOf(change, row), row })
    return undefined
  })
  if (refused) return refused
  terminals.forget(id)
  return shown(platform, accountId, id)
}

/** Asks the gateway with the stored credentials. Refusals: `not_found`, `too_many_requests`. */
export const testOwnTerminal = async (
  { platform, terminals }: PaymentsContext,
  { accountId, now }: Pick<TerminalActor, 'accountId' | 'now'>,
  id: string,
) => {
  const row = (await readOwnTerminals(platform.db, accountId)).find((each) => each.id === id)
  if (!row) return refuse('not_found')
  const refused = await limited(platform, accountId)
  if (refused) return refused
  const problem = await gatewayProblem(await terminals.connect(row), now)
  return { works: problem === null, problem, checked_at: now.toISOString() }
}
