import { randomInt } from 'node:crypto'
import type { Tx } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Keys } from '../../../platform/security/keys.ts'
import { replaceRecoveryCodes } from './passkeys-queries.ts'

const COUNT = 10
const LENGTH = 10
/** Without letters and digits that look alike: the codes are written down and typed. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const newCode = (): string => {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

/** The stored hash of a code, however it was typed; the user is part of it. */
export const recoveryHash = (keys: Keys, userId: string, code: string): string =>
  keys.hmac('recovery_code', `${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`)

/** Replaces the recovery codes of a user. They can be read only here. */
export const issueRecoveryCodes = async ({ keys }: Platform, tx: Tx, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: COUNT }, newCode)
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => recoveryHash(keys, userId, code)),
  )
  return codes
}
