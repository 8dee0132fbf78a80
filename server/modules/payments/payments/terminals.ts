import { createCache } from '../../../platform/concurrency/cache.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { SealError } from '../../../platform/security/keys.ts'
import { type Gateway, GatewayError } from './gateway.ts'
import type { GatewayDescriptor } from './gateway-descriptor.ts'
import type { PaymentRow } from './payments-queries.ts'
import {
  activateInstallationTerminal,
  insertTerminal,
  readTerminal,
  readTerminalsFor,
  readTerminalsOfProvider,
  type TerminalRow,
  updateTerminalConfig,
} from './terminals-queries.ts'

const SEAL_PURPOSE = 'payment-terminal'
/** Milliseconds for which a process may use a terminal's configuration after it has changed. */
const CACHE_MS = 60_000
const MAX_CACHED = 1000

export interface NewTerminal {
  /** null: the installation's own */
  readonly accountId: string | null
  readonly provider: string
  readonly name: string
  /** As the gateway's descriptor defines it. */
  readonly config: unknown
}

/** The payment terminals of this installation and its accounts, and the gateway behind each. */
export interface Terminals {
  /** Saves a terminal with its configuration sealed; an existing one of the same account, gateway and name is updated. */
  save(tx: Tx, terminal: NewTerminal): Promise<TerminalRow>
  /**
   * Saves the terminal of the settings and makes it the one that new payments of accounts without their own use. A
   * terminal that the settings name no longer stays, for the payments that it charged. Idempotent.
   */
  saveFromSettings(): Promise<void>
  /** Active terminals that an account may charge on, its default first. */
  listFor(db: Db | Tx, accountId: string): Promise<TerminalRow[]>
  /** Whether the gateway of a terminal can charge at a card reader. */
  hasReader(terminal: TerminalRow): Promise<boolean>
  /** The gateway of a terminal. Throws GatewayError when it is not registered. */
  connect(terminal: Pick<TerminalRow, 'id'>): Promise<Gateway>
  /**
   * The gateway that charged a payment, at the terminal that charged it. A payment older than terminals were has none: it
   * belongs to the oldest terminal that the installation has at its gateway. Throws GatewayError when there is none.
   */
  gatewayOf(payment: Pick<PaymentRow, 'terminal_id' | 'provider'>): Promise<Gateway>
  /** Every terminal at a gateway, connected, the installation's first; none for an unknown name. */
  gatewaysOf(provider: string): Promise<readonly Gateway[]>
}

export const createTerminals = (platform: Platform, descriptors: readonly GatewayDescriptor[]): Terminals => {
  const byName = new Map(descriptors.map((descriptor) => [descriptor.name, descriptor]))
  const context = { publicUrl: platform.settings.publicUrl, now: platform.clock, fetch: platform.selfFetch.fetch }
  const cache = createCache<readonly Gateway[]>({
    ttlMs: CACHE_MS,
    max: MAX_CACHED,
    isCacheable: (all) => all.length > 0,
  })

  const open = (terminal: TerminalRow): Gateway => {
    const descriptor = byName.get(terminal.provider)
    if (!descriptor) throw new GatewayError('unknown_gateway', `no gateway is called ${terminal.provider}`)
    return descriptor.connect(JSON.parse(platform.keys.decrypt(SEAL_PURPOSE, terminal.config)), context)
  }
  /** One terminal that cannot be opened, such as after the loss of a key, does not stop the webhooks of the others. */
  const openOrSkip = (terminal: TerminalRow): Gateway[] => {
    try {
      return [open(terminal)]
    } catch (error) {
      platform.log.error({ err: error, terminal: terminal.id }, 'payment terminal cannot be opened')
      return []
    }
  }
  const cached = async (key: string, load: () => Promise<readonly TerminalRow[]>): Promise<Gateway> => {
    const [gateway] = await cache.getOrLoad(key, async () => (await load()).slice(0, 1).map(open))
    if (!gateway) throw new GatewayError('no_terminal', `no payment terminal for ${key}`)
    return gateway
  }
  const connect: Terminals['connect'] = ({ id }) =>
    cached(`terminal ${id}`, async () => [(await readTerminal(platform.db, id)) ?? []].flat())
  const isSame = (sealed: string, config: string): boolean => {
    try {
      return platform.keys.decrypt(SEAL_PURPOSE, sealed) === config
    } catch (error) {
      if (error instanceof SealError) return false
      throw error
    }
  }
  const save: Terminals['save'] = async (tx, { accountId, provider, name, config }) => {
    const text = JSON.stringify(config)
    const row = await insertTerminal(tx, {
      id: platform.newId(),
      account_id: accountId,
      provider,
      name,
      config: platform.keys.encrypt(SEAL_PURPOSE, text),
      active: true,
      created_at: platform.clock(),
    })
    if (!isSame(row.config, text)) await updateTerminalConfig(tx, row.id, platform.keys.encrypt(SEAL_PURPOSE, text))
    for (const key of [`terminal ${row.id}`, `oldest of ${provider}`, `all of ${provider}`]) cache.delete(key)
    return row
  }

  return {
    save,
    saveFromSettings: async () => {
      const { gatewayName: provider, terminal } = platform.settings.payments
      if (provider === undefined || terminal === undefined) return
      await inTransaction(platform.db, async (tx) => {
        const { id } = await save(tx, { accountId: null, provider, ...terminal })
        await activateInstallationTerminal(tx, id)
      })
    },
    listFor: readTerminalsFor,
    hasReader: async (terminal) => (await connect(terminal)).capabilities.terminal,
    connect,
    gatewayOf: ({ terminal_id: id, provider }) =>
      id === null
        ? cached(`oldest of ${provider}`, () => readTerminalsOfProvider(platform.db, provider))
        : connect({ id }),
    gatewaysOf: (provider) =>
      cache.getOrLoad(`all of ${provider}`, async () =>
        (await readTerminalsOfProvider(platform.db, provider)).flatMap(openOrSkip),
      ),
  }
}
