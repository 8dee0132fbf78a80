import type { z } from 'zod'
import type { App } from '../../../platform/http/route.ts'
import type { GatewaySettings } from '../../../platform/config/gateway-settings.ts'
import type { Db, Tx } from '../../../platform/database/db.ts'
import type { Gateway, GatewayTransaction } from './gateway.ts'

/** What an adapter needs besides the configuration of its terminal. */
export interface GatewayContext {
  /** Address of this installation, without a slash at the end. */
  readonly publicUrl: string
  readonly now: () => Date
  /** The platform's `fetch` for calls of every order; it reaches this server's own public address, where simulators live, without the network. */
  readonly fetch: typeof fetch
  /** By the name of a gateway: codes with which it refuses a refund because its terminal has too little money. */
  readonly emptyCodes: Readonly<Record<string, readonly string[]>>
}

/** A charge or a refund that the simulated gateway is made to know of, so that demo data can be verified and refunded. */
export interface SimulatedTransaction {
  /** Id of the payment, or of the refund when `refundOf` is set. */
  readonly reference: string
  /** Reference that the gateway gave to the refunded charge. */
  readonly refundOf?: string
  readonly amount: number
  readonly approvalCode: string
  readonly last4: string
  readonly brandCode: string
  readonly issuerCode: string
  readonly acquirerCode: string
  readonly foreign: boolean
  readonly at: Date
}

/** What a simulator needs of the server on which it runs. */
export interface SandboxOptions {
  /** The database, for the simulators' own tables. */
  readonly db: Db
  readonly publicUrl: string
  readonly now: () => Date
  readonly fetch: typeof fetch
  /** Milliseconds between polls for late webhooks; 0: never. */
  readonly pollMs: number
}

/** Mounts a simulator that accepts the credentials of one terminal. */
export type SandboxMount<Config> = (app: App, options: SandboxOptions, terminal: Config) => Promise<void>

/** A local gateway that speaks the protocol of the real one; it runs on this server with `PAYMENTS=sandbox`. */
export interface GatewaySandbox {
  readonly mount: SandboxMount<unknown>
  /** Writes transactions into the records of the simulator; the gateway's reference of each, by our reference. */
  readonly recordTransactions: (
    tx: Tx,
    config: unknown,
    transactions: readonly SimulatedTransaction[],
  ) => Promise<ReadonlyMap<string, string>>
}

/** How the report of a gateway reads as a file, with the names that its own interface has for what it lists. */
export interface GatewayReport {
  /** Our name of a column, to those of the gateway; `amount_agorot` where it counts in agorot. */
  readonly headings: Readonly<Record<string, readonly string[]>>
  /** What a line is, by our names of columns; `other`: no money moved. Undefined: its column `kind` says it in plain words. */
  readonly kindOf?: (
    fields: Readonly<Record<string, string | undefined>>,
  ) => GatewayTransaction['kind'] | 'other' | undefined
  /** The charge's reference in the column that names it. */
  readonly chargeRefOf?: (text: string) => string
}

/** Everything that the rest of Kartis may know about a gateway: nothing outside the gateway's folder names it. */
export interface GatewayDescriptor extends GatewaySettings {
  /**
   * What the holder of a terminal enters, by the name of the field: its variable, and whether it is secret. Addresses are never
   * among them: a producer decides no host that this server calls.
   */
  readonly fields: Readonly<Record<string, { readonly variable: string; readonly secret: boolean }>>
  /** Makes the adapter of one terminal from its configuration. Throws when the configuration has a wrong shape. */
  readonly connect: (config: unknown, context: GatewayContext) => Gateway
  readonly report?: GatewayReport
  readonly sandbox?: GatewaySandbox
}

interface Definition<Shape extends z.ZodRawShape, Config> extends Omit<
  GatewayDescriptor,
  'variables' | 'missingVariableError' | 'terminalOf' | 'originsOf' | 'connect' | 'sandbox' | 'hasSandbox'
> {
  readonly variables: Shape
  /** Shape of a terminal's configuration, as it is stored. */
  readonly config: z.ZodType<Config>
  readonly missingVariableError: (values: z.output<z.ZodObject<Shape>>) => string | undefined
  readonly terminalOf: (
    values: z.output<z.ZodObject<Shape>>,
    sandbox: boolean,
  ) => { readonly name: string; readonly config: Config }
  readonly originsOf: (config: Config) => readonly string[]
  readonly connect: (config: Config, context: GatewayContext) => Gateway
  readonly sandbox?: {
    readonly mount: SandboxMount<Config>
    readonly recordTransactions: (
      tx: Tx,
      config: Config,
      transactions: readonly SimulatedTransaction[],
    ) => Promise<ReadonlyMap<string, string>>
  }
}

/** Types of a gateway's own variables and configuration stay inside its definition. */
export const defineGateway = <Shape extends z.ZodRawShape, Config>({
  config,
  sandbox,
  ...definition
}: Definition<Shape, Config>): GatewayDescriptor => {
  // The platform hands back exactly what `variables` parsed.
  const typed = (values: Readonly<Record<string, unknown>>) => values as z.output<z.ZodObject<Shape>>
  return {
    ...definition,
    hasSandbox: sandbox !== undefined,
    missingVariableError: (values) => definition.missingVariableError(typed(values)),
    terminalOf: (values, isSandbox) => definition.terminalOf(typed(values), isSandbox),
    originsOf: (stored) => definition.originsOf(config.parse(stored)),
    connect: (stored, context) => definition.connect(config.parse(stored), context),
    ...(sandbox && {
      sandbox: {
        mount: (app, options, stored) => sandbox.mount(app, options, config.parse(stored)),
        recordTransactions: (tx, stored, transactions) =>
          sandbox.recordTransactions(tx, config.parse(stored), transactions),
      },
    }),
  }
}
