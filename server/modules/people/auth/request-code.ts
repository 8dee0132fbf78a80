import { randomInt } from 'node:crypto'
import { OTP } from '@kartis/domain/limits.ts'
import { COUNTRIES, parsePhone } from '@kartis/domain/phone.ts'
import { type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction, type Tx } from '../../../platform/database/db.ts'
import { limit, networkOf } from '../../../platform/http/rate-limit.ts'
import { insertCode, type LoginCodeRow, lockPhone, openCode, resendCode } from './auth-queries.ts'
import { CODE, hashCode } from './spend-code.ts'
import { loginCode } from './templates.ts'

interface Ask {
  readonly countryCode: string
  readonly number: string
  readonly lang: Lang
  readonly ip: string
  readonly now: Date
}

export interface CodeSent {
  readonly phones_id: string
  readonly expires_at: string
  readonly resend_at: string
}

const HOUR = 3600
const [DEFAULT_COUNTRY] = COUNTRIES

const after = (from: Date, seconds: number): Date => new Date(from.getTime() + seconds * 1000)

/** When the next SMS may go after `sends` of them: each wait is longer than the one before. */
const resendAt = (sends: number, lastSentAt: Date): Date => {
  const waits: readonly number[] = OTP.resendSeconds
  return after(lastSentAt, waits[Math.min(sends, waits.length) - 1] ?? 0)
}

const tooSoon = (code: LoginCodeRow | undefined, now: Date): Refusal | undefined => {
  if (!code) return undefined
  const wait = (resendAt(code.sends, code.last_sent_at).getTime() - now.getTime()) / 1000
  return wait > 0 ? refuse('too_many_requests', { detail: { retry_after: Math.ceil(wait) } }) : undefined
}

/** Limits of the phone first, so that a refused repeat does not use up what others at the same address may send. */
const tooMany = async (platform: Platform, phone: string, ip: string): Promise<Refusal | undefined> =>
  (await limit(platform, `login:hour:${phone}`, { max: OTP.sendsPerPhonePerHour, seconds: HOUR })) ??
  (await limit(platform, `login:day:${phone}`, { max: OTP.sendsPerPhonePerDay, seconds: 24 * HOUR })) ??
  (await limit(platform, `login:address:${networkOf(ip)}`, { max: OTP.sendsPerAddressPerHour, seconds: HOUR }))

/** The same code again while it is good, with its time and nothing else renewed: tries used stay used. */
const liveOrFresh = async (platform: Platform, tx: Tx, open: LoginCodeRow | undefined, phone: string, ask: Ask) => {
  const expiresAt = after(ask.now, OTP.ttlSeconds)
  if (open && open.tries < OTP.tries) {
    await resendCode(tx, open.id, ask.now, expiresAt)
    return { id: open.id, code: platform.keys.decrypt(CODE, open.code_sealed), sends: open.sends + 1, expiresAt }
  }
  const id = platform.newId()
  const code = String(randomInt(10 ** OTP.digits)).padStart(OTP.digits, '0')
  // A burned code hands its count of sends on: burning one must not shorten the wait.
  const sends = (open?.sends ?? 0) + 1
  await insertCode(tx, {
    id,
    phone,
    code_hash: hashCode(platform.keys, id, code),
    code_sealed: platform.keys.encrypt(CODE, code),
    sends,
    ip: ask.ip,
    created_at: ask.now,
    last_sent_at: ask.now,
    expires_at: expiresAt,
  })
  return { id, code, sends, expiresAt }
}

const readPhone = (ask: Ask): string | Refusal => {
  // A caller that names no country means the default one.
  const country = /\d/.test(ask.countryCode) ? ask.countryCode : (DEFAULT_COUNTRY?.code ?? '')
  const parsed = parsePhone(country, ask.number)
  if (parsed.ok) return parsed.e164
  return parsed.reason === 'phone_not_allowed'
    ? refuse('phone_not_allowed', { fields: { phone_number: ['phone_not_allowed'] } })
    : refuseField('phone_number', parsed.reason)
}

/** Waits until it is this send's turn, then looks: of two at once the second finds the code of the first, too soon. */
const send = (platform: Platform, phone: string, ask: Ask): Promise<CodeSent | Refusal> =>
  inTransaction(platform.db, async (tx) => {
    await lockPhone(tx, phone)
    const open = await openCode(tx, phone, ask.now)
    const refusal = platform.settings.rateLimits ? tooSoon(open, ask.now) : undefined
    if (refusal) return refusal
    const { id, code, sends, expiresAt } = await liveOrFresh(platform, tx, open, phone, ask)
    await platform.notifications.send(tx, {
      channel: 'sms',
      to: phone,
      lang: ask.lang,
      content: loginCode({ minutes: OTP.ttlSeconds / 60 }),
      secret: { code },
    })
    return {
      phones_id: id,
      expires_at: expiresAt.toISOString(),
      resend_at: resendAt(sends, ask.now).toISOString(),
    }
  })

/**
 * Sends a one-time code by SMS. Nothing in the answer or in its time depends on whether the phone is known.
 * Refuses a phone that cannot get an SMS, and more sends than a person needs (429 with `retry_after`).
 * RATE_LIMITS=off lifts the wait between two sends too, which is a limit of the phone like the others.
 */
export const requestCode = async (platform: Platform, ask: Ask): Promise<CodeSent | Refusal> => {
  const phone = readPhone(ask)
  if (typeof phone !== 'string') return phone
  // A repeat that comes too early is refused before it is counted.
  const early = platform.settings.rateLimits ? tooSoon(await openCode(platform.db, phone, ask.now), ask.now) : undefined
  return early ?? (await tooMany(platform, phone, ask.ip)) ?? send(platform, phone, ask)
}
