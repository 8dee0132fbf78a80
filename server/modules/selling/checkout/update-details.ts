import { takesForeignPhone } from '@kartis/domain/foreign-phones.ts'
import { isForeignPhone } from '@kartis/domain/phone.ts'
import { hasReasons } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { logConsent } from '../../people/consents/index.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { readWholeOrder, type WholeOrder } from '../order-management/index.ts'
import { validateDetails, type TypedDetails } from './validate-details.ts'
import { refuseUnlessOpen } from '../orders/index.ts'
import { type BuyerDetails, lockOrderWithLimit, type OrderChange, type OrderKey, updateOrder } from '../orders/index.ts'
import type { CheckoutContext } from './checkout-context.ts'
import { fileReasons } from './file-answers.ts'
import { bindPhone, type PhoneProof } from './phone-limit.ts'
import { readQuestions, saveOrderAnswers } from '../orders/index.ts'

export interface DetailsChange extends TypedDetails {
  readonly marketing_consent?: boolean | undefined
  /** Verifies the phone, where the event limits tickets by phone. */
  readonly phone_proof?: PhoneProof | undefined
}

/** Who types the details. */
export interface Caller {
  readonly lang: Lang
  /** Of the sign-in, E.164. */
  readonly phone: string | undefined
  readonly address: string
}

/** An SMS abroad costs a multiple, and numbers that earn by it are what pumping is about: not every order accepts them. */
const isForeign = (phone: string | undefined): boolean => phone !== undefined && isForeignPhone(phone)

/**
 * Valid details from which nothing else follows, as most are; undefined for others: with answers, a consent, a phone that must
 * be verified or may be refused, or with a mistake.
 */
export const plainDetails = (change: DetailsChange, lang: Lang): BuyerDetails | undefined => {
  if (change.marketing_consent === true || change.phone_proof || (change.answers && change.answers.length > 0))
    return undefined
  const { reasons, name, phone, email } = validateDetails(change, [], 0)
  return hasReasons(reasons) || isForeign(phone) ? undefined : { lang, name, phone, email }
}

/** The fast path: plain details share a statement with others of their event. */
const writeFast = async (
  { writes }: CheckoutContext,
  key: OrderKey,
  change: DetailsChange,
  lang: Lang,
): Promise<WholeOrder | Refusal | undefined> => {
  const plain = plainDetails(change, lang)
  if (!plain) return undefined
  const result = await writes.details(key, plain)
  return isRefusal(result) ? result : result.written
}

/**
 * Saves the buyer's name, phone, e-mail and answers while the hold is open: all of the request or nothing. Refusals:
 * `validation` with the fields, `hold_expired`, `order_state`, `overloaded`, those of `bindPhone`.
 */
export const updateDetails = async (
  context: CheckoutContext,
  key: OrderKey,
  change: DetailsChange,
  caller: Caller,
  now: Date,
): Promise<WholeOrder | Refusal> =>
  (await writeFast(context, key, change, caller.lang)) ??
  (await writeLocked(context.platform, key, change, caller, now)) ??
  (await readWholeOrder(context.platform.db, key)) ??
  refuse('not_found')

/** With answers, a consent, a phone to be verified, or a reason to refuse. */
const writeLocked = async (
  platform: Platform,
  key: OrderKey,
  change: DetailsChange,
  caller: Caller,
  now: Date,
): Promise<Refusal | undefined> => {
  const questions = change.answers ? await readQuestions(platform.db, key.eventId) : []
  return inTransaction(platform.db, async (tx) => {
    const order = await lockOrderWithLimit(tx, key)
    if (!order) return refuse('not_found')
    const closed = refuseUnlessOpen(order, now)
    if (closed) return closed
    const valid = validateDetails(change, questions, order.tickets_count)
    const reasons = { ...(await fileReasons(tx, key.orderId, questions, valid.answers)), ...valid.reasons }
    if (hasReasons(reasons)) return refuse('validation', { fields: reasons })
    const verification = { signedIn: caller.phone, proof: change.phone_proof }
    if (isForeign(valid.phone)) {
      const setting = (await anyEventRow(tx, key.eventId))?.settings.foreign_phones
      if (!takesForeignPhone(setting, order.total))
        return refuse('validation', { fields: { phone: ['phone_not_allowed'] } })
    }
    const binds = valid.phone !== undefined && (order.phone_limited || change.phone_proof !== undefined)
    const bound = !binds ? {} : await bindPhone(platform, tx, order, { ...verification, phone: valid.phone }, now)
    if (isRefusal(bound)) return bound
    const columns: OrderChange = {
      lang: caller.lang,
      ...bound,
      ...(valid.name !== undefined && { buyer_name: valid.name }),
      ...(valid.phone !== undefined && { buyer_phone: valid.phone }),
      ...(valid.email !== undefined && { buyer_email: valid.email }),
      ...(change.marketing_consent !== undefined && { marketing_consent_at: change.marketing_consent ? now : null }),
    }
    await updateOrder(tx, key, columns)
    const before = {
      hasConsent: order.marketing_consent_at !== null,
      phone: order.buyer_phone,
      email: order.buyer_email,
    }
    const after = {
      hasConsent: change.marketing_consent ?? before.hasConsent,
      phone: valid.phone ?? before.phone,
      email: valid.email === undefined ? before.email : valid.email,
    }
    const context = { accountId: order.account_id, ...key, lang: caller.lang, ip: caller.address }
    await logConsent(platform, tx, { before, after }, context, now)
    await saveOrderAnswers(tx, key.eventId, key.orderId, valid.answers)
    return undefined
  })
}
