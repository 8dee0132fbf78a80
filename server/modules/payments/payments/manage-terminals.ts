import type { PaymentOffer } from '@kartis/domain/payment-offer.ts'
import { z } from 'zod'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { gatewayProblem } from './check-credentials.ts'
import { gatewayContext } from './gateway-context.ts'
import { GATEWAYS } from './gateways/index.ts'
import { ONE_PAYMENT } from './save-terminal.ts'
import { createTerminals } from './terminals.ts'
import { readAllTerminals, type TerminalChange, updateTerminal } from './terminals-queries.ts'

/** A terminal as the operator sees it, without its credentials. */
export interface ListedTerminal {
  readonly id: string
  /** null: the installation's own */
  readonly account: string | null
  readonly provider: string
  readonly name: string
  /** `removed`: for its payments only. */
  readonly state: 'active' | 'suspended' | 'removed'
  readonly offer: PaymentOffer
}

/** What the operator must correct, in a sentence. */
export interface Problem {
  readonly problem: string
}

const because = (problem: string): Problem => ({ problem })

const NO_SUCH = 'There is no such terminal.'

type Row = Awaited<ReturnType<typeof readAllTerminals>>[number]

const stateOf = ({ active, suspended_at: suspended }: Row): ListedTerminal['state'] => {
  if (!active) return 'removed'
  return suspended === null ? 'active' : 'suspended'
}

const listed = (row: Row): ListedTerminal => ({
  id: row.id,
  account: row.account,
  provider: row.provider,
  name: row.name,
  state: stateOf(row),
  offer: { maxInstallments: row.max_installments, minInstallment: row.min_installment, bit: row.bit },
})

/** Every terminal, the installation's first. */
export const listTerminals = async ({ db }: Platform): Promise<ListedTerminal[]> =>
  (await readAllTerminals(db)).map(listed)

const readListed = async (platform: Platform, id: string): Promise<ListedTerminal | Problem> =>
  (await listTerminals(platform)).find((terminal) => terminal.id === id) ?? because(NO_SUCH)

export interface AddedTerminal {
  /** null: a second one of the installation */
  readonly accountId: string | null
  readonly provider: string
  /** The gateway's own environment variables. */
  readonly variables: Readonly<Record<string, string | undefined>>
  /** At the simulator of this server. */
  readonly sandbox: boolean
  readonly offer: Partial<PaymentOffer>
  /** Saved without asking the gateway, which may be away. */
  readonly unchecked?: boolean
}

/** Reads the credentials with the gateway's own rules. */
const configured = ({ provider, variables, sandbox }: AddedTerminal) => {
  const gateway = GATEWAYS.find(({ name }) => name === provider)
  if (!gateway) return because(`There is no gateway ${provider}: ${GATEWAYS.map(({ name }) => name).join(', ')}.`)
  const parsed = z.object(gateway.variables).safeParse(variables)
  const [issue] = parsed.error?.issues ?? []
  if (issue) return because(`${String(issue.path[0])} is wrong: it must be ${issue.message}.`)
  const values = parsed.data ?? {}
  const missing = sandbox ? undefined : gateway.missingVariableError(values)
  return missing === undefined ? { gateway, ...gateway.terminalOf(values, sandbox) } : because(missing)
}

const REFUSED = {
  refused: 'The gateway refuses these credentials: nothing was saved. Correct the file and add the terminal again.',
  unavailable:
    'The gateway does not answer: nothing was saved. Add the terminal again later, or with --unchecked without asking it.',
}

/**
 * Saves a terminal of an account, or a second one of the installation, once the gateway accepts its credentials; the same name again
 * changes them.
 */
export const addTerminal = async (platform: Platform, added: AddedTerminal): Promise<ListedTerminal | Problem> => {
  if (added.sandbox && platform.settings.payments.mode !== 'sandbox')
    return because('Terminals at the simulator need PAYMENTS=sandbox.')
  const terminal = configured(added)
  if ('problem' in terminal) return terminal
  const { accountId, provider } = added
  if (
    accountId === null &&
    provider === platform.settings.payments.gatewayName &&
    terminal.name === platform.settings.payments.terminal?.name
  )
    return because('This is the terminal of the settings; change them and start again.')
  const { gateway, name, config } = terminal
  // Those of the simulator are its own.
  const refused =
    added.sandbox || added.unchecked
      ? null
      : await gatewayProblem(gateway.connect(config, gatewayContext(platform)), platform.clock())
  if (refused) return because(REFUSED[refused])
  const { id } = await inTransaction(platform.db, (tx) =>
    createTerminals(platform, GATEWAYS).save(tx, {
      accountId,
      provider,
      name,
      config,
      offer: { ...ONE_PAYMENT, ...added.offer },
    }),
  )
  return readListed(platform, id)
}

/**
 * The operator's switch and what pages offer. `suspend` keeps new payments away and nothing else; `remove` leaves a terminal
 * to its payments for good.
 */
export const changeTerminal = async (
  platform: Platform,
  id: string,
  kind: 'suspend' | 'resume' | 'remove' | 'offer',
  offer: Partial<PaymentOffer>,
): Promise<ListedTerminal | Problem> => {
  const row = (await readAllTerminals(platform.db)).find((terminal) => terminal.id === id)
  if (!row) return because(NO_SUCH)
  if (row.origin === 'settings' && (kind === 'remove' || kind === 'offer'))
    return because('The terminal of the settings is changed there.')
  const changes: Record<typeof kind, TerminalChange> = {
    suspend: { suspended_at: platform.clock() },
    resume: { suspended_at: null },
    remove: { active: false },
    offer: {
      ...(offer.maxInstallments !== undefined && { max_installments: offer.maxInstallments }),
      ...(offer.minInstallment !== undefined && { min_installment: offer.minInstallment }),
      ...(offer.bit !== undefined && { bit: offer.bit }),
    },
  }
  if (Object.keys(changes[kind]).length > 0) await updateTerminal(platform.db, id, changes[kind])
  return readListed(platform, id)
}
