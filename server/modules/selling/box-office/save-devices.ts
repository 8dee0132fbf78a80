import type { createDevice as createContract, updateDevice as updateContract } from '@kartis/contract/registers.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import { settlementHandlerOf } from '../../payments/payments/index.ts'
import { type DeviceRow, insertDevice, lockDevice, readDevice, updateDeviceRow } from './devices-queries.ts'
import { newPairing, type Pairing } from './pairing.ts'

/** The credit terminals that a till of this installation may charge on. */
export const terminalsOf = (platform: Platform): string[] => {
  const { gateway, terminal } = settlementHandlerOf(platform)
  return gateway.capabilities.terminal ? [terminal] : []
}

const terminalReason = (platform: Platform, terminal: string | null | undefined): Refusal | undefined =>
  !terminal || terminalsOf(platform).includes(terminal) ? undefined : refuseField('terminal', 'unknown_option')

interface Maker {
  readonly accountId: string
  readonly userId: string
}

/** A till that waits for its browser, and the code that makes one its own. */
export const createDevice = async (
  platform: Platform,
  { accountId, userId }: Maker,
  body: BodyOf<typeof createContract>,
  now: Date,
): Promise<{ device: DeviceRow; pairing: Pairing } | Refusal> => {
  const wrong = terminalReason(platform, body.terminal)
  if (wrong) return wrong
  const id = platform.newId()
  const { pairing, columns } = newPairing(platform, accountId, now)
  await insertDevice(platform.db, {
    ...body,
    ...columns,
    terminal: body.terminal || null,
    reader: body.reader || null,
    id,
    account_id: accountId,
    created_by: userId,
    created_at: now,
  })
  const device = await readDevice(platform.db, accountId, id)
  return device ? { device, pairing } : refuse('not_found')
}

export const updateDevice = async (
  platform: Platform,
  accountId: string,
  id: string,
  body: BodyOf<typeof updateContract>,
): Promise<DeviceRow | Refusal> => {
  const wrong = terminalReason(platform, body.terminal)
  if (wrong) return wrong
  const change = {
    ...body,
    ...(body.terminal !== undefined && { terminal: body.terminal || null }),
    ...(body.reader !== undefined && { reader: body.reader || null }),
  }
  const done = await updateDeviceRow(platform.db, accountId, id, change)
  return (done && (await readDevice(platform.db, accountId, id))) || refuse('not_found')
}

/** Shuts a till out for good; doing it again changes nothing. `shift_state` while its cash is not counted. */
export const revokeDevice = (
  platform: Platform,
  accountId: string,
  id: string,
  now: Date,
): Promise<DeviceRow | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    if (!(await lockDevice(tx, accountId, id))) return refuse('not_found')
    const device = await readDevice(tx, accountId, id)
    if (device?.shift_id) return refuse('shift_state', { detail: { shift: 'open' } })
    await updateDeviceRow(tx, accountId, id, {
      revoked_at: now,
      secret_hash: null,
      pairing_hash: null,
      pairing_expires_at: null,
    })
    return (await readDevice(tx, accountId, id)) ?? refuse('not_found')
  })
