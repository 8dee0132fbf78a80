import type { App } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/database/db.ts'
import type { GatewaySandbox, SimulatedTransaction } from './gateway-descriptor.ts'
import { GATEWAYS } from './gateways/index.ts'

/** The simulator of the installation's gateway, when the settings choose it (`PAYMENTS=sandbox`). */
const sandboxOf = ({ settings: { payments } }: Platform): GatewaySandbox | undefined =>
  payments.mode === 'sandbox' ? GATEWAYS.find(({ name }) => name === payments.gatewayName)?.sandbox : undefined

/** Mounts the simulated gateway on this server when the settings choose it. */
export const paymentSandbox = async (app: App, platform: Platform): Promise<void> => {
  await sandboxOf(platform)?.mount(app, platform)
}

/**
 * Makes the simulated gateway know of past transactions; its reference of each, by ours. None where the gateway is a real
 * one.
 */
export const recordSandboxTransactions = async (
  platform: Platform,
  tx: Tx,
  transactions: readonly SimulatedTransaction[],
): Promise<ReadonlyMap<string, string>> =>
  (await sandboxOf(platform)?.recordTransactions(tx, platform.settings.payments.terminal?.config, transactions)) ??
  new Map()
