import type { App } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { GatewayDescriptor, SandboxOptions, SimulatedTransaction } from './gateway-descriptor.ts'
import { GATEWAYS } from './gateways/index.ts'

const POLL_MS = 500

/**
 * Mounts the simulators on this server when the settings choose them (`PAYMENTS=sandbox`): that of the installation's
 * gateway, and those of the others for terminals that accounts have there.
 */
export const paymentSandbox = async (app: App, platform: Platform): Promise<void> => {
  const { simulated } = platform.settings.payments
  for (const [place, { gatewayName, terminal }] of simulated.entries()) {
    // The simulators share their tables: one of them sends the late webhooks of all.
    const options = optionsOf(platform, place === 0 ? POLL_MS : 0)
    await GATEWAYS.find(({ name }) => name === gatewayName)?.sandbox?.mount(app, options, terminal.config)
  }
}

const optionsOf = (platform: Platform, pollMs: number): SandboxOptions => ({
  db: platform.db,
  publicUrl: platform.settings.publicUrl,
  now: platform.clock,
  fetch: platform.selfFetch.fetch,
  pollMs,
})

/** A gateway and a terminal there. */
interface SimulatedTerminal {
  readonly gatewayName: string | undefined
  readonly terminal: { readonly config: unknown } | undefined
}

/**
 * Makes the simulated gateway of the installation know of past transactions, at the installation's terminal unless another is given;
 * its reference of each, by ours. None where the gateway is a real one.
 */
export const recordSandboxTransactions = async (
  { settings: { payments } }: Platform,
  tx: Tx,
  transactions: readonly SimulatedTransaction[],
  { gatewayName, terminal }: SimulatedTerminal = payments,
): Promise<ReadonlyMap<string, string>> => {
  const descriptor: GatewayDescriptor | undefined =
    payments.mode === 'sandbox' ? GATEWAYS.find(({ name }) => name === gatewayName) : undefined
  return (await descriptor?.sandbox?.recordTransactions(tx, terminal?.config, transactions)) ?? new Map()
}
