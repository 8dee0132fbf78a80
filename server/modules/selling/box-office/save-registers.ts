import type { createRegister as createContract, updateRegister as updateContract } from '@kartis/contract/registers.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Payments } from '../../payments/payments/index.ts'
import { logRegister, type RegisterActor } from './log-register.ts'
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

/** Adds a register, with the code that pairs a browser with it. */
export const createRegister = async (
  deps: BoxOfficeDeps,
  actor: RegisterActor,
  body: BodyOf<typeof createContract>,
): Promise<{ register: RegisterRow; pairing: Pairing } | Refusal> => {
  const { platform } = deps
  const { accountId, userId, now } = actor
  const refused = await validateTerminal(deps, accountId, body.terminal)
  if (refused) return refused
  const id = platform.newId()
  const { pairing, columns } = newPairing(platform, accountId, now)
  return inTransaction(platform.db, async (tx) => {
    await insertRegister(tx, {
      ...body,
      ...columns,
      terminal: body.terminal || null,
      reader: body.reader || null,
      id,
      account_id: accountId,
      created_by: userId,
      created_at: now,
    })
    await logRegister(platform, tx, 'terminal.created', id, actor)
    const register = await readRegister(tx, accountId, id)
    return register ? { register, pairing } : refuse('not_found')
  })
}

export const updateRegister = async (
  deps: BoxOfficeDeps,
  actor: RegisterActor,
  id: string,
  body: BodyOf<typeof updateContract>,
): Promise<RegisterRow | Refusal> => {
  const { platform } = deps
  const { accountId } = actor
  const refused = await validateTerminal(deps, accountId, body.terminal)
  if (refused) return refused
  const change = {
    ...body,
    ...(body.terminal !== undefined && { terminal: body.terminal || null }),
    ...(body.reader !== undefined && { reader: body.reader || null }),
  }
  return inTransaction(platform.db, async (tx) => {
    if (!(await updateRegisterRow(tx, accountId, id, change))) return refuse('not_found')
    await logRegister(platform, tx, 'terminal.changed', id, actor)
    return (await readRegister(tx, accountId, id)) ?? refuse('not_found')
  })
}

/** Revokes a register for good; idempotent. Refusal: `shift_state` while its shift is open. */
export const revokeRegister = (platform: Platform, actor: RegisterActor, id: string): Promise<RegisterRow | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    const { accountId, now } = actor
    if (!(await lockRegister(tx, accountId, id))) return refuse('not_found')
    const register = await readRegister(tx, accountId, id)
    if (register?.shift_id) return refuse('shift_state', { detail: { shift: 'open' } })
    await updateRegisterRow(tx, accountId, id, {
      revoked_at: now,
      secret_hash: null,
      pairing_hash: null,
      pairing_expires_at: null,
    })
    await logRegister(platform, tx, 'terminal.revoked', id, actor)
    return (await readRegister(tx, accountId, id)) ?? refuse('not_found')
  })
