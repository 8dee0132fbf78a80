import * as contract from '@kartis/contract/registers.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { isAllowed } from '@kartis/domain/permissions.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { FastifyRequest } from 'fastify'
import type { AccountActor } from '../../../platform/http/authorization.ts'
import type { Platform } from '../../../platform/platform.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { figuresOf } from './figures-queries.ts'
import { closeShift, openShift } from './save-shifts.ts'
import { registerOf } from './pairing.ts'
import { viewShift } from './shift-view.ts'
import { listShiftRows, readShift } from './shifts-queries.ts'

const shown = async (platform: Platform, accountId: string, id: string) => {
  const row = await readShift(platform.db, accountId, id)
  if (!row) return refuse('not_found')
  return { data: viewShift(row, row.report ?? (await figuresOf(platform.db, id))) }
}

/** The register that a caller's shifts are limited to: the own one, or none for those who may see every shift. */
const ownRegister = async (platform: Platform, request: FastifyRequest, account: AccountActor, now: Date) =>
  isAllowed(account, 'shift.list') ? undefined : registerOf(platform, request, account.id, now)

/** Shifts of registers: opened with a float, closed with a cash count. */
export const shiftRoutes = (app: App): void => {
  route(app, contract.openShift, async ({ actor, body, request, now, platform }) => {
    const register = await registerOf(platform, request, actor.account.id, now)
    if (isRefusal(register)) return register
    const input = { openingCash: toAgorot(body.opening_cash), userId: actor.user.id }
    const id = await openShift(platform, register, input, now)
    return isRefusal(id) ? id : shown(platform, actor.account.id, id)
  })

  route(app, contract.listShifts, async ({ actor, query, request, now, platform }) => {
    const register = await ownRegister(platform, request, actor.account, now)
    if (isRefusal(register)) return register
    const { rows, total } = await listShiftRows(platform.db, actor.account.id, {
      ...query,
      registerId: register?.id ?? query.filter?.device_uuid,
      state: query.filter?.state,
    })
    return viewPage(
      rows.map((row) => viewShift(row)),
      total,
      query,
    )
  })

  route(app, contract.showShift, async ({ actor, params, request, now, platform }) => {
    const { account } = actor
    const register = await ownRegister(platform, request, account, now)
    if (isRefusal(register)) return register
    const row = await readShift(platform.db, account.id, params.uuid)
    if (register && row?.register_id !== register.id) return refuse('not_found')
    return shown(platform, account.id, params.uuid)
  })

  route(app, contract.closeShift, async ({ actor, params, body, request, now, platform }) => {
    const register = await registerOf(platform, request, actor.account.id, now)
    if (isRefusal(register)) return register
    const count = { countedCash: toAgorot(body.counted_cash), note: body.note, userId: actor.user.id }
    const refused = await closeShift(platform, register, params.uuid, count, now)
    return refused ?? shown(platform, actor.account.id, params.uuid)
  })
}
