import { coalesceKeys } from '../../../platform/concurrency/coalesce.ts'
import type { Authorizer, GateDevice } from '../../../platform/http/authorization.ts'
import type { App } from '../../../platform/http/route.ts'
import type { Platform } from '../../../platform/platform.ts'
import { GATE_DEVICE } from '@kartis/domain/gate-device.ts'
import { devicesByToken, eraseHelpers, lifeOf } from './devices-queries.ts'
import { tokenHash } from './enrol-device.ts'
import { forgetLanes } from './lanes.ts'
import { forgetMissing } from './missing-scans.ts'
import { routes } from './routes.ts'

export { deviceName } from './device-name.ts'
export { countRevoked, isEnrolled, nameOfDevice, recordLastScans } from './devices-queries.ts'
export { hubOf } from './hubs.ts'
export { lacksScans, noteReceived, readMissing } from './missing-scans.ts'

const DAY_MS = 86_400_000

/** The device of a token; those that scan at the same moment are read by one statement. */
const gateDevices = ({ db, keys }: Platform): Authorizer['gateDevice'] => {
  const byHash = coalesceKeys((hashes) => devicesByToken(db, hashes))
  return async (token): Promise<GateDevice | undefined> => {
    const row = await byHash(tokenHash(keys, token))
    return (
      row && {
        id: row.id,
        eventId: row.event_id,
        accountId: row.account_id,
        role: row.role,
        gate: row.gate,
        life: lifeOf(row),
      }
    )
  }
}

/** Phones of one evening: how they join the gate of an event by a link, what they report, and how they end. */
export const plugin = async (app: App, platform: Platform): Promise<Partial<Authorizer>> => {
  platform.jobs.cron('gate_devices.forget_names', '23 4 * * *', async () => {
    const before = new Date(platform.clock().getTime() - GATE_DEVICE.nameDays * DAY_MS)
    await eraseHelpers(platform.db, before)
    await forgetLanes(platform.db, before)
    await forgetMissing(platform.db, before)
  })
  routes(app, platform)
  return { gateDevice: gateDevices(platform) }
}
