import { DEFAULT_COUNTRY_CODE, parsePhone } from '@kartis/domain/phone.ts'
import { personName } from '@kartis/domain/person-name.ts'
import { type Refusal, refuse } from '@kartis/domain/refusal.ts'
import { DEFAULT_LANG } from '@kartis/i18n/lang.ts'
import { type Db, inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { openCode, userById, userByPhone } from './auth-queries.ts'
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

/** Sends a one-time code that confirms an act to a phone, from a command. */
export const sendActCode = async (platform: Platform, phone: string): Promise<Refusal | undefined> => {
  const now = platform.clock()
  const about = { countryCode: '', number: phone, lang: DEFAULT_LANG, network: NETWORK, callerPhone: phone, now }
  const sent = await requestCode(platform, about)
  return 'refusal' in sent ? sent : undefined
}

/** Whether the code is the one that was sent to the phone for an act; it is used up. */
export const proveActCode = async (platform: Platform, phone: string, code: string): Promise<Refusal | undefined> => {
  const now = platform.clock()
  const open = await openCode(platform.db, { phone, network: NETWORK }, now)
  if (!open) return refuse('code_expired')
  const proved = await inTransaction(platform.db, (tx) =>
    verifyCode(tx, platform.keys, { methodId: open.id, code, phone, now }),
  )
  return 'refusal' in proved ? proved : undefined
}
