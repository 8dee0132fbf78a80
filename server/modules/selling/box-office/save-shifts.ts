import { type Agorot } from '@kartis/domain/money.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { type RegisterRow, lockRegister, readRegister } from './registers-queries.ts'
import { figuresOf } from './figures-queries.ts'
import { closeShiftRow, countWaiting, insertShift, lockShift } from './shifts-queries.ts'

/** Opens the next shift of a register; its id. Refusals: `shift_state` when one is open, `device_unpaired`. */
export const openShift = (
  platform: Platform,
  register: RegisterRow,
  { openingCash, userId }: { openingCash: Agorot; userId: string },
  now: Date,
): Promise<string | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    // Shifts of a register are numbered without gaps, so they open one after the other.
    await lockRegister(tx, register.account_id, register.id)
    if ((await readRegister(tx, register.account_id, register.id))?.revoked_at) return refuse('device_unpaired')
    const id = platform.newId()
    const shift = { id, accountId: register.account_id, registerId: register.id, openingCash, userId, now }
    return (await insertShift(tx, shift)) ? id : refuse('shift_state', { detail: { shift: 'open' } })
  })

/**
 * Closes a shift and freezes its Z report in one transaction: it waits for sales in progress, later ones need a new shift.
 * Refusal: `shift_state` when it is closed already, or while a card is being read for it.
 */
export const closeShift = (
  platform: Platform,
  register: RegisterRow,
  shiftId: string,
  count: { countedCash: Agorot; note: string; userId: string },
  now: Date,
): Promise<Refusal | undefined> =>
  inTransaction(platform.db, async (tx) => {
    const shift = await lockShift(tx, register.id, shiftId)
    if (!shift) return refuse('not_found')
    if (shift.closed_at) return refuse('shift_state', { detail: { shift: 'closed' } })
    const waiting = await countWaiting(tx, shiftId, now)
    if (waiting > 0) return refuse('shift_state', { detail: { shift: 'waiting', waiting } })
    await closeShiftRow(tx, shiftId, { ...count, figures: await figuresOf(tx, shiftId), now })
    return undefined
  })
