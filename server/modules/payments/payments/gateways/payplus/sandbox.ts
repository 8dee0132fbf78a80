import type { SandboxDb } from '@kartis/simulators/gateway/transactions.ts'
import type { SandboxMount } from '../../gateway-descriptor.ts'
import { SANDBOX_PATH, type StoredTerminal } from './config.ts'

/** Mounts the simulator on the server whose gateway it plays. */
export const mountSandbox: SandboxMount<StoredTerminal> = async (app, options, credentials) => {
  const { payplusSimulator } = await import('@kartis/simulators/payplus/simulator.ts')
  const db = options.db as unknown as SandboxDb
  await payplusSimulator(app, { ...options, db, prefix: SANDBOX_PATH, credentials })
}
