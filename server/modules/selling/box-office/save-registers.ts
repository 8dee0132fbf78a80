import type { createDevice as createContract, updateDevice as updateContract } from '@kartis/contract/registers.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Payments } from '../../payments/payments/index.ts'
import { insertRegister, lockRegister, readRegister, type RegisterRow, updateRegisterRow } from './registers-queries.ts'
import { newPairing, type Pairing } from './pairing.ts'

/** What the actions of the box office need. */
export interface BoxOfficeDeps {
  readonly platform: Platform
  readonly payments: Payments
}

/** Names of the terminals with card readers that registers of an account may charge on. */
export const readerTerminals = async (
  platform: Platform,
  { terminals }: Payments,
  accountId: string,
): Promise<string[]> => {
  const names: string[] = []
  for (const terminal of await terminals.listFor(platform.db, accountId))
    if (await terminals.hasReader(terminal)) names.push(terminal.name)
  return names
}

const validateTerminal = async (
  { platform, payments }: BoxOfficeDeps,
  accountId: string,
  terminal: string | null | undefined,
): Promise<Refusal | undefined> =>
  !terminal || (await readerTerminals(platform, payments, accountId)).includes(terminal)
    ? undefined
    : refuseField('terminal', 'unknown_option')

interface Creator {
  readonly accountId: string
  readonly userId: string
}

/** Adds a register, with the code that pairs a browser with it. */
export const createRegister = async (
  deps: BoxOfficeDeps,
  { accountId, userId }: Creator,
  body: BodyOf<typeof createContract>,
  now: Date,
): Promise<{ register: RegisterRow; pairing: Pairing } | Refusal> => {
  const { platform } = deps
  const refused = await validateTerminal(deps, accountId, body.terminal)
  if (refused) return refused
  const id = platform.newId()
  const { pairing, columns } = newPairing(platform, accountId, now)
  await insertRegister(platform.db, {
    ...body,
    ...columns,
    terminal: body.terminal || null,
    reader: body.reader || null,
    id,
    account_id: accountId,
    created_by: userId,
    created_at: now,
  })
  const register = await readRegister(platform.db, accountId, id)
  return register ? { register, pairing } : refuse('not_found')
}

export const updateRegister = async (
  deps: BoxOfficeDeps,
  accountId: string,
  id: string,
  body: BodyOf<typeof updateContract>,
): Promise<RegisterRow | Refusal> => {
  const { db } = deps.platform
  const refused = await validateTerminal(deps, accountId, body.terminal)
  if (refused) return refused
  const change = {
    ...body,
    ...(body.terminal !== undefined && { terminal: body.terminal || null }),
    ...(body.reader !== undefined && { reader: body.reader || null }),
  }
  const updated = await updateRegisterRow(db, accountId, id, change)
  return (updated && (await readRegister(db, accountId, id))) || refuse('not_found')
}

/** Revokes a register for good; idempotent. Refusal: `shift_state` while its shift is open. */
export const revokeRegister = (
  platform: Platform,
  accountId: string,
  id: string,
  now: Date,
): Promise<RegisterRow | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    if (!(await lockRegister(tx, accountId, id))) return refuse('not_found')
    const register = await readRegister(tx, accountId, id)
    if (register?.shift_id) return refuse('shift_state', { detail: { shift: 'open' } })
    await updateRegisterRow(tx, accountId, id, {
      revoked_at: now,
      secret_hash: null,
      pairing_hash: null,
      pairing_expires_at: null,
    })
    return (await readRegister(tx, accountId, id)) ?? refuse('not_found')
  })
