import * as contract from '@kartis/contract/registers.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { viewDevice } from './device-view.ts'
import { listDeviceRows, nameOfUser } from './devices-queries.ts'
import { createDevice, revokeDevice, terminalsOf, updateDevice } from './save-devices.ts'
import { type Pairing, pairDevice, renewPairing, tillOf } from './pairing.ts'
import { readOpenShift } from './shifts-queries.ts'
import { viewShift } from './shift-view.ts'

const viewPairing = ({ code, expiresAt }: Pairing) => ({ code, expires_at: expiresAt.toISOString() })

/** Tills of a workspace, and how a browser becomes one. */
export const deviceRoutes = (app: App): void => {
  route(app, contract.listDevices, async ({ actor, platform }) => ({
    data: (await listDeviceRows(platform.db, actor.account.id)).map(viewDevice),
    meta: { terminals: terminalsOf(platform) },
  }))

  route(app, contract.createDevice, async ({ actor, body, now, platform }) => {
    const made = await createDevice(platform, { accountId: actor.account.id, userId: actor.user.id }, body, now)
    if (isRefusal(made)) return made
    return { data: { device: viewDevice(made.device), pairing: viewPairing(made.pairing) } }
  })

  route(app, contract.updateDevice, async ({ actor, params, body, platform }) => {
    const device = await updateDevice(platform, actor.account.id, params.uuid, body)
    return isRefusal(device) ? device : { data: viewDevice(device) }
  })

  route(app, contract.newPairingCode, async ({ actor, params, now, platform }) => {
    const pairing = await renewPairing(platform, actor.account.id, params.uuid, now)
    return isRefusal(pairing) ? pairing : { data: viewPairing(pairing) }
  })

  route(app, contract.revokeDevice, async ({ actor, params, now, platform }) => {
    const device = await revokeDevice(platform, actor.account.id, params.uuid, now)
    return isRefusal(device) ? device : { data: viewDevice(device) }
  })

  route(app, contract.pairDevice, async ({ actor, body, now, platform }) => {
    const who = { accountId: actor.account.id, userId: actor.user.id }
    const paired = await pairDevice(platform, who, body.code, now)
    return isRefusal(paired) ? paired : { data: { device: viewDevice(paired.device), token: paired.token } }
  })

  route(app, contract.showTill, async ({ actor, request, now, platform }) => {
    const till = await tillOf(platform, request, actor.account.id, now)
    if (isRefusal(till)) return till
    const shift = await readOpenShift(platform.db, till.id)
    const seller = (await nameOfUser(platform.db, actor.user.id)) ?? ''
    return { data: { device: viewDevice(till), shift: shift ? viewShift(shift) : null, seller } }
  })
}
