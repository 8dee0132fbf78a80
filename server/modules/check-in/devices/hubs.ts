import type { startGateHub } from '@kartis/contract/gate-devices.ts'
import type { BodyOf, ReplyOf } from '@kartis/contract/endpoint.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { EventRow } from '../../catalogue/events/index.ts'
import { logSecurity } from '../../people/security-log/index.ts'

type Hub = NonNullable<ReplyOf<typeof startGateHub>['data']>

/** The hub of an event; null where it has none. */
export const hubOf = async (db: Db | Tx, eventId: string): Promise<Hub | null> => {
  const row = await db
    .selectFrom('gate_hubs')
    .select(['hub', 'name', 'device_id', 'started_at'])
    .where('event_id', '=', eventId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ? { ...row, started_at: row.started_at.toISOString() } : null
}

interface Caller {
  readonly userId: string | null
  readonly network: string
  readonly deviceId: string
  readonly name: string
  readonly now: Date
}

/** Makes a device the hub of the event, or ends it. `conflict` while another one has not ended and nobody says that it is gone. */
export const setHub = (
  platform: Platform,
  event: EventRow,
  { hub, on, replace }: Pick<BodyOf<typeof startGateHub>, 'hub' | 'on' | 'replace'>,
  { userId, network, deviceId, name, now }: Caller,
): Promise<Hub | null | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const hubs = tx.updateTable('gate_hubs').where('event_id', '=', event.id)
    if (!on) {
      await hubs.set({ ended_at: now }).where('hub', '=', hub).where('ended_at', 'is', null).execute()
      return null
    }
    const fresh = { hub, device_id: deviceId, name, started_at: now, ended_at: null }
    const inserted = await tx
      .insertInto('gate_hubs')
      .values({ event_id: event.id, ...fresh })
      .onConflict((conflict) => conflict.column('event_id').doNothing())
      .executeTakeFirst()
    const isFirst = Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0
    // Of two devices that start at once the second waits here for the first.
    const before = await tx
      .selectFrom('gate_hubs')
      .selectAll()
      .where('event_id', '=', event.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!isFirst && before.hub === hub && before.ended_at === null) return hubOf(tx, event.id)
    const isOther = !isFirst && before.ended_at === null
    if (isOther && !replace) {
      const { name: other, device_id, started_at } = before
      return refuse('conflict', { detail: { hub: { name: other, device_id, started_at: started_at.toISOString() } } })
    }
    if (!isFirst) await hubs.set(fresh).execute()
    await logSecurity(platform, tx, {
      act: isOther ? 'gate_device.hub_replaced' : 'gate_device.hub_started',
      userId,
      network,
      accountId: event.account_id,
      target: deviceId,
      detail: { event: event.id, label: name, ...(isOther && { before: before.name }) },
      now,
    })
    return hubOf(tx, event.id)
  })
