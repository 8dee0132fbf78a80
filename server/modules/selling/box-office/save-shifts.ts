import { type Agorot } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { type DeviceRow, lockDevice, readDevice } from './devices-queries.ts'
import { figuresOf } from './figures-queries.ts'
import { closeShiftRow, countWaiting, insertShift, lockShift } from './shifts-queries.ts'

/** Opens the next shift of a till. `shift_state` when one is open. The shift's id. */
export const openShift = (
  platform: Platform,
  till: DeviceRow,
  { openingCash, userId }: { openingCash: Agorot; userId: string },
  now: Date,
): Promise<string | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    // The numbers of a till have no gaps: one opens after the other.
    await lockDevice(tx, till.account_id, till.id)
    if ((await readDevice(tx, till.account_id, till.id))?.revoked_at) return refuse('device_unpaired')
    const id = platform.newId()
    const shift = { id, accountId: till.account_id, deviceId: till.id, openingCash, userId, now }
    return (await insertShift(tx, shift)) ? id : refuse('shift_state', { detail: { shift: 'open' } })
  })

/**
 * Closes a shift and freezes its Z in one transaction: sales that are being written are waited for, later ones need a new
 * shift. `shift_state` when it is closed already, or while a card is being read for it.
 */
export const closeShift = (
  platform: Platform,
  till: DeviceRow,
  shiftId: string,
  count: { countedCash: Agorot; note: string; userId: string },
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const shift = await lockShift(tx, till.id, shiftId)
    if (!shift) return refuse('not_found')
    if (shift.closed_at) return refuse('shift_state', { detail: { shift: 'closed' } })
    const waiting = await countWaiting(tx, shiftId, now)
    if (waiting > 0) return refuse('shift_state', { detail: { shift: 'waiting', waiting } })
    await closeShiftRow(tx, shiftId, { ...count, figures: await figuresOf(tx, shiftId), now })
    return undefined
  })
