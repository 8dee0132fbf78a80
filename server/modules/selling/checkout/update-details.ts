import { hasReasons } from '@kartis/domain/reason.ts'
import { isRefusal, type Refusal, refuse } from '@kartis/domain/refusal.ts'
import type { Platform } from '../../../platform/platform.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { logConsent } from '../../people/consents/index.ts'
import { readWholeOrder, type WholeOrder, writeDetails } from '../order-management/index.ts'
import { validateDetails, type TypedDetails } from './validate-details.ts'
import { refuseUnlessOpen } from '../orders/index.ts'
import { lockOrderWithLimit, type OrderChange, type OrderKey, updateOrder } from '../orders/index.ts'
import { bindPhone, type PhoneProof } from './phone-limit.ts'
import { readQuestions, saveOrderAnswers } from '../orders/index.ts'

export interface DetailsChange extends TypedDetails {
  readonly marketing_consent?: boolean | undefined
  /** Proves the phone, where the event limits tickets by phone. */
  readonly phone_proof?: PhoneProof | undefined
}

/** Details from which nothing else follows are one statement; most are. */
const writeAtOnce = async (
  platform: Platform,
  key: OrderKey,
  change: DetailsChange,
  lang: Lang,
  now: Date,
): Promise<WholeOrder | undefined> => {
  if (change.marketing_consent === true || (change.answers && change.answers.length > 0)) return undefined
  const judged = validateDetails(change, [], 0)
  if (hasReasons(judged.reasons)) return undefined
  return writeDetails(platform.db, key, { lang, name: judged.name, phone: judged.phone, email: judged.email }, now)
}

/** The buyer's name, phone, e-mail and answers, as long as the hold lives. All of what was sent is kept, or none of it. */
export const updateDetails = async (
  platform: Platform,
  key: OrderKey,
  change: DetailsChange,
  caller: { readonly lang: Lang; readonly phone: string | undefined; readonly address: string },
  now: Date,
): Promise<WholeOrder | Refusal> =>
  (await writeAtOnce(platform, key, change, caller.lang, now)) ??
  (await writeWithCare(platform, key, change, caller, now)) ??
  (await readWholeOrder(platform.db, key)) ??
  refuse('not_found')

/** With answers, a consent, a phone that must be proved, or a reason to refuse. */
const writeWithCare = async (
  platform: Platform,
  key: OrderKey,
  change: DetailsChange,
  caller: { readonly lang: Lang; readonly phone: string | undefined; readonly address: string },
  now: Date,
): Promise<Refusal | undefined> => {
  const questions = change.answers ? await readQuestions(platform.db, key.eventId) : []
  return inTransaction(platform.db, async (tx) => {
    const order = await lockOrderWithLimit(tx, key)
    if (!order) return refuse('not_found')
    const closed = refuseUnlessOpen(order, now)
    if (closed) return closed
    const judged = validateDetails(change, questions, order.tickets_count)
    if (hasReasons(judged.reasons)) return refuse('validation', { fields: judged.reasons })
    const proved = { signedIn: caller.phone, proof: change.phone_proof }
    const binds = judged.phone !== undefined && order.phone_limited
    const bound = !binds ? {} : await bindPhone(platform, tx, order, judged.phone, proved, now)
    if (isRefusal(bound)) return bound
    const columns: OrderChange = {
      lang: caller.lang,
      ...bound,
      ...(judged.name !== undefined && { buyer_name: judged.name }),
      ...(judged.phone !== undefined && { buyer_phone: judged.phone }),
      ...(judged.email !== undefined && { buyer_email: judged.email }),
      ...(change.marketing_consent !== undefined && { marketing_consent_at: change.marketing_consent ? now : null }),
    }
    await updateOrder(tx, key, columns)
    const before = {
      consents: order.marketing_consent_at !== null,
      phone: order.buyer_phone,
      email: order.buyer_email,
    }
    const after = {
      consents: change.marketing_consent ?? before.consents,
      phone: judged.phone ?? before.phone,
      email: judged.email === undefined ? before.email : judged.email,
    }
    const place = { accountId: order.account_id, ...key, lang: caller.lang, address: caller.address }
    await logConsent(platform, tx, { before, after }, place, now)
    await saveOrderAnswers(tx, key.eventId, key.orderId, judged.answers)
    return undefined
  })
}
