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
  route(app, contract.listDevices, async ({ actor, kernel }) => ({
    data: (await listDeviceRows(kernel.db, actor.account.id)).map(viewDevice),
    meta: { terminals: terminalsOf(kernel) },
  }))

  route(app, contract.createDevice, async ({ actor, body, now, kernel }) => {
    const made = await createDevice(kernel, { accountId: actor.account.id, userId: actor.user.id }, body, now)
    if (isRefusal(made)) return made
    return { data: { device: viewDevice(made.device), pairing: viewPairing(made.pairing) } }
  })

  route(app, contract.updateDevice, async ({ actor, params, body, kernel }) => {
    const device = await updateDevice(kernel, actor.account.id, params.uuid, body)
    return isRefusal(device) ? device : { data: viewDevice(device) }
  })

  route(app, contract.newPairingCode, async ({ actor, params, now, kernel }) => {
    const pairing = await renewPairing(kernel, actor.account.id, params.uuid, now)
    return isRefusal(pairing) ? pairing : { data: viewPairing(pairing) }
  })

  route(app, contract.revokeDevice, async ({ actor, params, now, kernel }) => {
    const device = await revokeDevice(kernel, actor.account.id, params.uuid, now)
    return isRefusal(device) ? device : { data: viewDevice(device) }
  })

  route(app, contract.pairDevice, async ({ actor, body, now, kernel }) => {
    const who = { accountId: actor.account.id, userId: actor.user.id }
    const paired = await pairDevice(kernel, who, body.code, now)
    return isRefusal(paired) ? paired : { data: { device: viewDevice(paired.device), token: paired.token } }
  })

  route(app, contract.showTill, async ({ actor, request, now, kernel }) => {
    const till = await tillOf(kernel, request, actor.account.id, now)
    if (isRefusal(till)) return till
    const shift = await readOpenShift(kernel.db, till.id)
    const seller = (await nameOfUser(kernel.db, actor.user.id)) ?? ''
    return { data: { device: viewDevice(till), shift: shift ? viewShift(shift) : null, seller } }
  })
}
