import { createHash } from 'node:crypto'
import { DEFAULT_COUNTRY_CODE, parsePhone } from '@kartis/domain/phone.ts'
import { personName } from '@kartis/domain/person-name.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import { type Db, inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { isFor, openCodes, userById, userByPhone } from './auth-queries.ts'
import { requestCode } from './request-code.ts'
import { verifyCode } from './verify-code.ts'

/** Codes of commands are apart from those of people who sign in. */
const NETWORK = 'command'

/** A user of this installation by phone, as typed; undefined where nobody has signed in with it. */
export const userOfPhone = async (
  db: Db,
  typed: string,
): Promise<{ readonly id: string; readonly name: string; readonly phone: string } | undefined> => {
  const phone = parsePhone(DEFAULT_COUNTRY_CODE, typed)
  const found = phone.ok ? await userByPhone(db, phone.e164) : undefined
  const user = found && (await userById(db, found.id))
  return user && phone.ok ? { id: user.id, name: personName(user) ?? '', phone: phone.e164 } : undefined
}

/** An act that a command has confirmed by a code, with what exactly it does: a code confirms nothing else. */
export interface CommandAct {
  readonly purpose: 'payout'
  /** The step and everything that it is taken for. */
  readonly of: readonly string[]
}

const useOf = ({ purpose, of }: CommandAct) => ({
  purpose,
  subject: createHash('sha256').update(JSON.stringify(of)).digest('hex'),
})

/** Sends a one-time code that confirms an act to a phone, from a command. */
export const sendActCode = async (platform: Platform, phone: string, act: CommandAct): Promise<Refusal | undefined> => {
  const now = platform.clock()
  const about = {
    ...useOf(act),
    countryCode: '',
    number: phone,
    lang: DEFAULT_LANG,
    network: NETWORK,
    isOpen: async () => true,
    now,
  }
  const sent = await requestCode(platform, about)
  return 'refusal' in sent ? sent : undefined
}

/** Whether the code is the one that was sent to the phone for an act; it is used up. */
export const proveActCode = async (
  platform: Platform,
  phone: string,
  code: string,
  act: CommandAct,
): Promise<Refusal | undefined> => {
  const now = platform.clock()
  const use = { ...useOf(act), phone }
  const open = (await openCodes(platform.db, { phone, network: NETWORK }, now)).find((row) => isFor(row, use))
  if (!open) return refuse('code_expired')
  const proved = await inTransaction(platform.db, (tx) =>
    verifyCode(tx, platform.keys, { ...use, methodId: open.id, code, now }),
  )
  return 'refusal' in proved ? proved : undefined
}
