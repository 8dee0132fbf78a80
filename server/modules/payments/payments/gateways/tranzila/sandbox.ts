import type { Platform } from '../../../../../platform/platform.ts'
import type { App } from '../../../../../platform/http/route.ts'
import { bindSelf, selfFetch } from '../../../../../platform/http/self-fetch.ts'
import type { SandboxDb } from '@kartis/simulators/tranzila/queries.ts'

export const SANDBOX_PATH = '/sandbox/tranzila'
const POLL_MS = 500

/** Mounts the simulator on the very server it plays the gateway for; only with `PAYMENTS=sandbox`. */
export const paymentSandbox = async (app: App, platform: Platform): Promise<void> => {
  const { payments, publicUrl } = platform.settings
  if (payments.gateway !== 'sandbox') return
  const { tranzilaSimulator } = await import('@kartis/simulators/tranzila/simulator.ts')
  bindSelf(platform, app)
  await tranzilaSimulator(app, {
    db: platform.db as unknown as SandboxDb,
    prefix: SANDBOX_PATH,
    credentials: payments.tranzila,
    publicUrl,
    now: platform.clock,
    fetch: selfFetch(platform),
    userFields: [payments.tranzila.referenceField],
    pollMs: POLL_MS,
  })
}
