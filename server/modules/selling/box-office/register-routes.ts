import * as contract from '@kartis/contract/registers.ts'
import type { MemberAccess } from '@kartis/contract/endpoint.ts'
import { isRefusal } from '@kartis/domain/refusal.ts'
import type { ActorOf } from '../../../platform/http/authorization.ts'
import { pageOf } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import type { Payments } from '../../payments/payments/index.ts'
import { viewRegister } from './register-view.ts'
import { listRegisterRows, nameOfUser } from './registers-queries.ts'
import { createRegister, revokeRegister, readerTerminals, updateRegister } from './save-registers.ts'
import type { RegisterActor } from './log-register.ts'
import { type Pairing, pairRegister, registerOf, renewPairing } from './pairing.ts'
import { readOpenShift } from './shifts-queries.ts'
import { viewShift } from './shift-view.ts'

const viewPairing = ({ code, expiresAt }: Pairing) => ({ code, expires_at: expiresAt.toISOString() })

const actorOf = ({ user, account }: ActorOf<MemberAccess>, now: Date): RegisterActor => ({
  accountId: account.id,
  userId: user.id,
  network: user.network,
  now,
})

/** Registers of a workspace, and how a browser is paired as one. */
export const registerRoutes = (app: App, payments: Payments): void => {
  route(app, contract.listRegisters, async ({ actor, query, platform }) => {
    const { data, meta } = pageOf((await listRegisterRows(platform.db, actor.account.id)).map(viewRegister), query)
    return { data, meta: { ...meta, terminals: await readerTerminals(platform, payments, actor.account.id) } }
  })

  route(app, contract.createRegister, async ({ actor, body, now, platform }) => {
    const created = await createRegister({ platform, payments }, actorOf(actor, now), body)
    if (isRefusal(created)) return created
    return { data: { device: viewRegister(created.register), pairing: viewPairing(created.pairing) } }
  })

  route(app, contract.updateRegister, async ({ actor, params, body, now, platform }) => {
    const register = await updateRegister({ platform, payments }, actorOf(actor, now), params.uuid, body)
    return isRefusal(register) ? register : { data: viewRegister(register) }
  })

  route(app, contract.newPairingCode, async ({ actor, params, now, platform }) => {
    const pairing = await renewPairing(platform, actor.account.id, params.uuid, now)
    return isRefusal(pairing) ? pairing : { data: viewPairing(pairing) }
  })

  route(app, contract.revokeRegister, async ({ actor, params, now, platform }) => {
    const register = await revokeRegister(platform, actorOf(actor, now), params.uuid)
    return isRefusal(register) ? register : { data: viewRegister(register) }
  })

  route(app, contract.pairRegister, async ({ actor, body, now, platform }) => {
    const paired = await pairRegister(platform, actorOf(actor, now), body.code)
    return isRefusal(paired) ? paired : { data: { device: viewRegister(paired.register), token: paired.token } }
  })

  route(app, contract.showRegister, async ({ actor, request, now, platform }) => {
    const register = await registerOf(platform, request, actor.account.id, now)
    if (isRefusal(register)) return register
    const shift = await readOpenShift(platform.db, register.id)
    const seller = (await nameOfUser(platform.db, actor.user.id)) ?? ''
    return { data: { device: viewRegister(register), shift: shift ? viewShift(shift) : null, seller } }
  })
}
