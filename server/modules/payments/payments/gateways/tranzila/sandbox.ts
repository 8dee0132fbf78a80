import type { SandboxDb } from '@kartis/simulators/gateway/transactions.ts'
import type { SandboxMount } from '../../gateway-descriptor.ts'
import { SANDBOX_PATH, type StoredTerminal } from './config.ts'

/** Mounts the simulator on the server whose gateway it plays. */
export const mountSandbox: SandboxMount<StoredTerminal> = async (app, options, terminal) => {
  const { tranzilaSimulator } = await import('@kartis/simulators/tranzila/simulator.ts')
  await tranzilaSimulator(app, {
    ...options,
    db: options.db as unknown as SandboxDb,
    prefix: SANDBOX_PATH,
    credentials: terminal,
    userFields: [terminal.referenceField],
  })
}
