import * as contract from '@kartis/contract/gate-board.ts'
import type { GateConflict } from '@kartis/contract/gate-board.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type App, route } from '../../../platform/http/route.ts'
import { eventRow } from '../../catalogue/events/index.ts'
import { admitOfConflict } from './admit-conflict.ts'
import { closeConflict, explainConflict } from './conflict-state.ts'
import { readConflict } from './list-conflicts.ts'

interface Named {
  readonly eventId: string
  readonly scanId: string
}

/** Moves a conflict and shows it as it is then. `not_found`; `conflict` where its state does not allow the move. */
const move = (
  { db, domainEvents }: Platform,
  { eventId, scanId }: Named,
  write: (tx: Tx) => Promise<boolean | Refusal>,
): Promise<GateConflict | Refusal> =>
  inTransaction(db, async (tx) => {
    const moved = await write(tx)
    if (isRefusal(moved)) return moved
    const shown = await readConflict(tx, eventId, scanId)
    if (!shown) return refuse('not_found')
    if (!moved) return refuse('conflict')
    domainEvents.written(tx)
    return shown
  })

/** What people say of entries that are in conflict. */
export const conflictRoutes = (app: App): void => {
  route(app, contract.explainConflict, async ({ params, body, actor, now, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const named = { eventId: event.id, scanId: params.scan_uuid }
    const explanation = {
      reason: body.reason,
      note: body.note || null,
      userId: actor.user?.id ?? null,
      deviceId: actor.device?.id ?? null,
    }
    const moved = await move(platform, named, (tx) => explainConflict(tx, named, explanation, now))
    return isRefusal(moved) ? moved : { data: moved }
  })

  route(app, contract.admitOfConflict, async ({ params, body, actor, now, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const named = { eventId: event.id, scanId: params.scan_uuid }
    const input = {
      scanId: named.scanId,
      reason: body.reason,
      note: body.note || null,
      userId: actor.user?.id ?? null,
      deviceId: actor.device?.id ?? null,
      gate: actor.device?.gate ?? null,
    }
    const moved = await move(platform, named, (tx) => admitOfConflict(tx, event, input, now))
    return isRefusal(moved) ? moved : { data: moved }
  })

  route(app, contract.closeConflict, async ({ params, actor, now, platform }) => {
    const event = await eventRow(platform.db, actor.account.id, params.uuid)
    if (!event) return refuse('not_found')
    const named = { eventId: event.id, scanId: params.scan_uuid }
    const moved = await move(platform, named, (tx) => closeConflict(tx, named, actor.user.id, now))
    return isRefusal(moved) ? moved : { data: moved }
  })
}
