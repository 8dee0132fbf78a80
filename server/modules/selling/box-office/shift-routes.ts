import * as contract from '@kartis/contract/registers.ts'
import { toAgorot } from '@kartis/domain/money.ts'
import { isRefusal, refuse } from '@kartis/domain/refusal.ts'
import type { Kernel } from '../../../platform/platform.ts'
import { viewPage } from '../../../platform/http/listing.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { figuresOf } from './figures-queries.ts'
import { closeShift, openShift } from './save-shifts.ts'
import { tillOf } from './pairing.ts'
import { viewShift } from './shift-view.ts'
import { listShiftRows, readShift } from './shifts-queries.ts'

const shown = async (kernel: Kernel, accountId: string, id: string) => {
  const row = await readShift(kernel.db, accountId, id)
  if (!row) return refuse('not_found')
  return { data: viewShift(row, row.report ?? (await figuresOf(kernel.db, id))) }
}

/** Shifts of the tills: opened with a float, closed with a count. */
export const shiftRoutes = (app: App): void => {
  route(app, contract.openShift, async ({ actor, body, request, now, kernel }) => {
    const till = await tillOf(kernel, request, actor.account.id, now)
    if (isRefusal(till)) return till
    const wish = { openingCash: toAgorot(body.opening_cash), userId: actor.user.id }
    const id = await openShift(kernel, till, wish, now)
    return isRefusal(id) ? id : shown(kernel, actor.account.id, id)
  })

  route(app, contract.listShifts, async ({ actor, query, kernel }) => {
    const { rows, total } = await listShiftRows(kernel.db, actor.account.id, {
      ...query,
      deviceId: query.filter?.device_uuid,
      state: query.filter?.state,
    })
    return viewPage(
      rows.map((row) => viewShift(row)),
      total,
      query,
    )
  })

  route(app, contract.showShift, ({ actor, params, kernel }) => shown(kernel, actor.account.id, params.uuid))

  route(app, contract.closeShift, async ({ actor, params, body, request, now, kernel }) => {
    const till = await tillOf(kernel, request, actor.account.id, now)
    if (isRefusal(till)) return till
    const count = { countedCash: toAgorot(body.counted_cash), note: body.note, userId: actor.user.id }
    const refused = await closeShift(kernel, till, params.uuid, count, now)
    return refused ?? shown(kernel, actor.account.id, params.uuid)
  })
}
