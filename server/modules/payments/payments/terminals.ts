import type { PaymentOffer } from '@kartis/domain/payment-offer.ts'
import { createCache } from '../../../platform/concurrency/cache.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type Gateway, GatewayError } from './gateway.ts'
import type { GatewayDescriptor } from './gateway-descriptor.ts'
import { gatewayContext } from './gateway-context.ts'
import type { PaymentRow } from './payments-queries.ts'
import { type NewTerminal, saveTerminal, unsealed } from './save-terminal.ts'
import {
  activateSettingsTerminal,
  readOrigins,
  readTerminal,
  readTerminalsFor,
  readTerminalsOfProvider,
  type TerminalRow,
} from './terminals-queries.ts'

/** Milliseconds for which a process may use a terminal's configuration after it has changed. */
const CACHE_MS = 60_000
const MAX_CACHED = 1000

/** A terminal that can be charged at. */
export interface Connected {
  readonly gateway: Gateway
  readonly offer: PaymentOffer
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
  /** The same with what the terminal's pages offer. */
  connectedOf(payment: Pick<PaymentRow, 'terminal_id' | 'provider'>): Promise<Connected>
  /** This process reads a terminal anew at its next use; others do within a minute. */
  forget(id: string): void
  /** Reads the origins of all terminals' pages, which a command of the operator may have changed. */
  refreshOrigins(): Promise<void>
  /** Every terminal at a gateway, connected, the installation's first; none for an unknown name. */
  gatewaysOf(provider: string): Promise<readonly Gateway[]>
}

export const createTerminals = (platform: Platform, descriptors: readonly GatewayDescriptor[]): Terminals => {
  const byName = new Map(descriptors.map((descriptor) => [descriptor.name, descriptor]))
  const context = gatewayContext(platform)
  const cache = createCache<readonly Connected[]>({
    ttlMs: CACHE_MS,
    max: MAX_CACHED,
    isCacheable: (all) => all.length > 0,
  })

  const descriptorOf = (provider: string): GatewayDescriptor => {
    const descriptor = byName.get(provider)
    if (!descriptor) throw new GatewayError('unknown_gateway', `no gateway is called ${provider}`)
    return descriptor
  }
  const open = (terminal: TerminalRow): Connected => ({
    gateway: descriptorOf(terminal.provider).connect(unsealed(platform, terminal.config), context),
    offer: {
      maxInstallments: terminal.max_installments,
      minInstallment: terminal.min_installment,
      bit: terminal.bit,
    },
  })
  /** One terminal that cannot be opened, such as after the loss of a key, does not stop the webhooks of the others. */
  const openOrSkip = (terminal: TerminalRow): Connected[] => {
    try {
      return [open(terminal)]
    } catch (error) {
      platform.log.error({ err: error, terminal: terminal.id }, 'payment terminal cannot be opened')
      return []
    }
  }
  const cached = async (key: string, load: () => Promise<readonly TerminalRow[]>): Promise<Connected> => {
    const [connected] = await cache.getOrLoad(key, async () => (await load()).slice(0, 1).map(open))
    if (!connected) throw new GatewayError('no_terminal', `no payment terminal for ${key}`)
    return connected
  }
  const byId = (id: string): Promise<Connected> =>
    cached(`terminal ${id}`, async () => [(await readTerminal(platform.db, id)) ?? []].flat())
  const save: Terminals['save'] = async (tx, terminal) => {
    const row = await saveTerminal(platform, tx, terminal, descriptorOf(terminal.provider))
    const { provider } = terminal
    for (const key of [`terminal ${row.id}`, `oldest of ${provider}`, `all of ${provider}`]) cache.delete(key)
    return row
  }
  const connectedOf: Terminals['connectedOf'] = ({ terminal_id: id, provider }) =>
    id === null ? cached(`oldest of ${provider}`, () => readTerminalsOfProvider(platform.db, provider)) : byId(id)

  return {
    save,
    saveFromSettings: async () => {
      const { gatewayName: provider, terminal, offer } = platform.settings.payments
      if (provider === undefined || terminal === undefined) return
      await inTransaction(platform.db, async (tx) => {
        const { id } = await save(tx, { accountId: null, provider, origin: 'settings', offer, ...terminal })
        await activateSettingsTerminal(tx, id)
      })
    },
    listFor: readTerminalsFor,
    hasReader: async ({ id }) => (await byId(id)).gateway.capabilities.terminal,
    connect: async ({ id }) => (await byId(id)).gateway,
    connectedOf,
    gatewayOf: async (payment) => (await connectedOf(payment)).gateway,
    forget: (id) => cache.delete(`terminal ${id}`),
    refreshOrigins: async () => platform.frameOrigins.set(await readOrigins(platform.db)),
    gatewaysOf: async (provider) => {
      const all = await cache.getOrLoad(`all of ${provider}`, async () =>
        (await readTerminalsOfProvider(platform.db, provider)).flatMap(openOrSkip),
      )
      return all.map(({ gateway }) => gateway)
    },
  }
}
