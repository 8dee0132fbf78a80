import { randomInt } from 'node:crypto'
import { type CodePurpose, hasSubject, isOwnPurpose, type SentPurpose } from '@kartis/domain/code-purpose.ts'
import { OTP } from '@kartis/domain/limits.ts'
import { DEFAULT_COUNTRY_CODE, isForeignPhone, parsePhone } from '@kartis/domain/phone.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { limit } from '../../../platform/http/rate-limit.ts'
import { hasSignedInFrom } from '../security-log/index.ts'
import { type CodeUse, insertCode, isFor, type LoginCodeRow, lockPhone, openCodes, resendCode } from './auth-queries.ts'
import { type DeviceCookie, deviceThatProved } from './known-device.ts'
import { CODE, hashCode } from './verify-code.ts'
import { loginCode } from './templates.ts'

interface CodeRequest {
  readonly countryCode: string
  readonly number: string
  readonly lang: Lang
  /** As `networkOf` names it. */
  readonly network: string
  /** The cookie of a device that may have proved the phone before. */
  readonly device?: DeviceCookie | undefined
  /** Without one a code signs in; to the caller's own phone it confirms. */
  readonly purpose?: SentPurpose | undefined
  /** The entity that the code is good for, where the purpose has one. */
  readonly subject?: string | undefined
  readonly isOpen: CodeSubjects
  /** The phone of the caller, where the caller is signed in. */
  readonly callerPhone?: string | undefined
  readonly now: Date
}

/** Whether there is an entity that a code of this purpose may be good for. Modules that auth does not know have them, so it is given to it. */
export type CodeSubjects = (purpose: CodePurpose, subject: string, now: Date) => Promise<boolean>

export interface CodeSent {
  readonly phones_id: string
  readonly expires_at: string
  readonly resend_at: string
}

const HOUR = 3600

const addSeconds = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000)

/** When the next SMS may be sent, after `sends` earlier ones; each wait is longer than the one before. */
const resendAt = (sends: number, lastSentAt: Date): Date => {
  const waits: readonly number[] = OTP.resendSeconds
  return addSeconds(lastSentAt, waits[Math.min(sends, waits.length) - 1] ?? 0)
}

const tooSoon = (code: LoginCodeRow | undefined, now: Date): Refusal | undefined => {
  if (!code) return undefined
  const wait = (resendAt(code.sends, code.last_sent_at).getTime() - now.getTime()) / 1000
  return wait > 0 ? refuse('too_many_requests', { detail: { retry_after: Math.ceil(wait) } }) : undefined
}

/** Sends of one phone to one caller in an hour and in a day. */
const callerLimit = async (platform: Platform, caller: string): Promise<Refusal | undefined> =>
  (await limit(platform, `login:hour:${caller}`, { max: OTP.sendsPerPhonePerHour, seconds: HOUR })) ??
  limit(platform, `login:day:${caller}`, { max: OTP.sendsPerPhonePerDay, seconds: 24 * HOUR })

/** Sends of all callers to one phone. */
const totalLimit = async (platform: Platform, phone: string): Promise<Refusal | undefined> =>
  (await limit(platform, `login:minute:${phone}`, { max: OTP.sendsToPhonePerMinute, seconds: 60 })) ??
  (await limit(platform, `login:hour:${phone}`, { max: OTP.sendsToPhonePerHour, seconds: HOUR })) ??
  limit(platform, `login:day:${phone}`, { max: OTP.sendsToPhonePerDay, seconds: 24 * HOUR })

/** Sends of devices that have not proved the phone, of one network to any phones: one of them must not lock out the others' owners. */
const addressLimit = (platform: Platform, network: string): Promise<Refusal | undefined> =>
  limit(platform, `login:address:${network}`, { max: OTP.sendsPerAddressPerHour, seconds: HOUR })

/** Sends of one network, and of the installation, to phones of other countries. */
const foreignLimit = async (platform: Platform, network: string, isKnown: boolean): Promise<Refusal | undefined> =>
  (await limit(platform, `login:foreign:${network}`, { max: OTP.foreignSendsPerAddressPerHour, seconds: HOUR })) ??
  (isKnown ? undefined : limit(platform, 'login:foreign', { max: OTP.foreignSendsPerHour, seconds: HOUR }))

/**
 * Checks the limits of the phone first, so that a refused repeat does not use up the limit of its network. A device that has
 * proved the phone before, and a network from which its owner signed in, have allowances of their own: a flood from many
 * networks cannot lock the owner out.
 */
const sendLimit = async (
  platform: Platform,
  phone: string,
  { network, device: cookie, now }: CodeRequest,
): Promise<Refusal | undefined> => {
  const device = deviceThatProved(platform.keys, phone, cookie)
  const since = addSeconds(now, -OTP.knownNetworkDays * 24 * HOUR)
  // Always looked up, so that the time of the reply does not say whether the phone has a user.
  const isKnown = (await hasSignedInFrom(platform, { phone, network }, since)) || device !== undefined
  return (
    (await callerLimit(platform, `${phone} ${device ?? network}`)) ??
    (device === undefined ? await addressLimit(platform, network) : undefined) ??
    (isKnown ? undefined : await totalLimit(platform, phone)) ??
    (isForeignPhone(phone) ? foreignLimit(platform, network, isKnown) : undefined)
  )
}

interface RequestedCode extends CodeUse {
  readonly phone: string
  readonly network: string
  readonly now: Date
}

/** Resends a code of this use that is still valid and renews only its expiry (its tries stay counted), or creates a new one. */
const reuseOrCreateCode = async (
  platform: Platform,
  tx: Tx,
  codes: readonly LoginCodeRow[],
  requested: RequestedCode,
) => {
  const { phone, purpose, subject = null, network, now } = requested
  const expiresAt = addSeconds(now, OTP.ttlSeconds)
  // Each code inherits the count of sends: neither exhausting the tries of a code nor another purpose shortens the wait.
  const sends = (codes[0]?.sends ?? 0) + 1
  const open = codes.find((each) => isFor(each, requested))
  if (open && open.tries < OTP.tries) {
    await resendCode(tx, open.id, { sends, now, expiresAt })
    return { id: open.id, code: platform.keys.decrypt(CODE, open.code_sealed), sends, expiresAt }
  }
  const id = platform.newId()
  const code = String(randomInt(10 ** OTP.digits)).padStart(OTP.digits, '0')
  await insertCode(tx, {
    id,
    phone,
    purpose,
    subject,
    code_hash: hashCode(platform.keys, id, code),
    code_sealed: platform.keys.encrypt(CODE, code),
    sends,
    ip: network,
    created_at: now,
    last_sent_at: now,
    expires_at: expiresAt,
  })
  return { id, code, sends, expiresAt }
}

const readPhone = (input: CodeRequest): string | Refusal => {
  const country = /\d/.test(input.countryCode) ? input.countryCode : DEFAULT_COUNTRY_CODE
  const parsed = parsePhone(country, input.number)
  if (parsed.ok) return parsed.e164
  return parsed.reason === 'phone_not_allowed'
    ? refuse('phone_not_allowed', { fields: { phone_number: ['phone_not_allowed'] } })
    : refuseField('phone_number', parsed.reason)
}

/** The use of a request. A code that says it confirms or erases goes to nobody but the signed-in owner of the phone. */
const useOf = (phone: string, { purpose, subject, callerPhone }: CodeRequest): CodeUse | Refusal => {
  const isOwn = callerPhone === phone
  if (purpose === undefined) return { purpose: isOwn ? 'confirm' : 'sign_in' }
  if (isOwnPurpose(purpose) && !isOwn) return refuse('unauthorized')
  return { purpose, subject: hasSubject(purpose) ? subject : undefined }
}

const isWorthSending = async ({ purpose, subject }: CodeUse, { isOpen, now }: CodeRequest): Promise<boolean> =>
  purpose === 'payout' || !hasSubject(purpose) || (subject !== undefined && (await isOpen(purpose, subject, now)))

/** Sends under the lock of the phone: of two concurrent requests of a network the second finds the code of the first and is refused. */
const send = (
  platform: Platform,
  phone: string,
  { use, isWorth }: { readonly use: CodeUse; readonly isWorth: boolean },
  input: CodeRequest,
): Promise<CodeSent | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    await lockPhone(tx, phone)
    const { network, now } = input
    const open = await openCodes(tx, { phone, network }, now)
    const refusal = platform.settings.rateLimits ? tooSoon(open[0], now) : undefined
    if (refusal) return refusal
    const { id, code, sends, expiresAt } = await reuseOrCreateCode(platform, tx, open, { ...use, phone, network, now })
    // A code that nothing accepts costs no SMS. Reply, waits and limits are those of one that is sent: strangers learn nothing.
    if (isWorth)
      await platform.notifications.send(tx, {
        channel: 'sms',
        to: phone,
        lang: input.lang,
        content: loginCode({ minutes: OTP.ttlSeconds / 60, purpose: use.purpose }),
        secret: { code },
      })
    return {
      phones_id: id,
      expires_at: expiresAt.toISOString(),
      resend_at: resendAt(sends, now).toISOString(),
    }
  })

/**
 * Sends a one-time code by SMS. Neither the reply nor its timing depends on whether the phone has a user.
 * Each code is good for one purpose. Refuses a phone that cannot receive an SMS, and sends above the limits (429 with `retry_after`, in seconds).
 * RATE_LIMITS=off also lifts the wait between two sends.
 */
export const requestCode = async (platform: Platform, input: CodeRequest): Promise<CodeSent | Refusal> => {
  const phone = readPhone(input)
  if (typeof phone !== 'string') return phone
  const use = useOf(phone, input)
  if (isRefusal(use)) return use
  // A repeat that comes too soon is refused before it counts against the limits.
  const early = platform.settings.rateLimits
    ? tooSoon((await openCodes(platform.db, { phone, network: input.network }, input.now))[0], input.now)
    : undefined
  const refused = early ?? (await sendLimit(platform, phone, input))
  if (refused) return refused
  // Looked up before the transaction, which must not wait for another connection.
  return send(platform, phone, { use, isWorth: await isWorthSending(use, input) }, input)
}
