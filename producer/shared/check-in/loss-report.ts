import type { reportGateDevice } from '@kartis/contract/gate-devices.ts'
import type { BodyIn } from '@kartis/contract/endpoint.ts'
import { unsettledScans } from './scan-queue.ts'
import { lostAt } from './storage-loss.ts'
import { forgetUnused, reportSequence } from './sequence.ts'

type LossReport = Pick<BodyIn<typeof reportGateDevice>, 'sequence' | 'lost'>

/** What the server is told of scans of this device that never arrive. */
export const lossReport = async (event: string, deviceId: string): Promise<LossReport> => {
  // Without its storage the device says nothing, rather than that nothing waits.
  const sequence = await reportSequence(event, deviceId, unsettledScans.read().waiting).catch(() => undefined)
  const lost = lostAt(event, deviceId)
  return { ...(sequence && { sequence }), ...(lost && { lost }) }
}

/** The server has the report. */
export const lossReported = (event: string, deviceId: string, { sequence }: LossReport): void =>
  forgetUnused(event, deviceId, sequence?.unused ?? [])
