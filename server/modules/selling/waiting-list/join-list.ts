import type { joinWaitingList as contract } from '@kartis/contract/waiting-list.ts'
import type { BodyOf } from '@kartis/contract/endpoint.ts'
import { DEFAULT_COUNTRY_CODE, parsePhone } from '@kartis/domain/phone.ts'
import { isRefusal, type Refusal, refuse, refuseField } from '@kartis/domain/refusal.ts'
import type { Lang } from '@kartis/i18n/lang.ts'
import { translatorFor } from '@kartis/i18n/server.ts'
import { inTransaction } from '../../../platform/database/db.ts'
import type { Platform } from '../../../platform/platform.ts'
import { anyEventRow } from '../../catalogue/events/index.ts'
import { publicTicketTypes } from '../../catalogue/ticket-types/index.ts'
import { verifyCode } from '../../people/auth/index.ts'
import { organiserOf } from '../../people/accounts/index.ts'
import { type EntryRow, saveEntry } from './waiting-list-queries.ts'

type Input = BodyOf<typeof contract>

interface Caller {
  /** The phone of the sign-in, E.164. */
  readonly phone: string | undefined
  readonly lang: Lang
  readonly now: Date
}

/** Whether there is something to wait for: nothing is on sale, and a type is sold out, or one is not open yet. */
const isOpenFor = (kind: Input['kind'], states: readonly string[]): boolean =>
  kind === 'sale_opens' ? states.includes('not_started') : states.includes('sold_out') && !states.includes('on_sale')

/**
 * Saves a person who asks for a notification, with the sentence agreed to. The phone is proved by a code or by the sign-in, so that nobody
 * can have messages sent to a stranger. Refusals: `not_found`, `conflict` when there is nothing to wait for, `validation`
 * for the phone, `phone_unverified`, those of a code.
 */
export const joinList = async (
  platform: Platform,
  eventId: string,
  input: Input,
  { phone: signedIn, lang, now }: Caller,
): Promise<Pick<EntryRow, 'id' | 'quantity'> | Refusal> => {
  const event = await anyEventRow(platform.db, eventId)
  if (event?.status !== 'published' || event.ends_at <= now) return refuse('not_found')
  const types = await publicTicketTypes(platform.db, event, lang, now)
  const states = types.map((type) => type.sale_state)
  if (!isOpenFor(input.kind, states)) return refuse('conflict')
  const phone = parsePhone(input.phone_country_code ?? DEFAULT_COUNTRY_CODE, input.phone)
  if (!phone.ok) return refuseField('phone', phone.reason)
  const organiser = await organiserOf(platform.db, event.account_id, lang)
  const wording = translatorFor(lang)(`sale:waiting_list.consent_${input.kind}`, { name: organiser?.name ?? '' })
  return inTransaction(platform.db, async (tx) => {
    if (signedIn !== phone.e164) {
      const proof = input.phone_proof
      if (!proof) return refuse('phone_unverified', { fields: { phone: ['phone_unverified'] } })
      const use = { purpose: 'waiting_list', subject: event.id, phone: phone.e164 } as const
      const verified = await verifyCode(tx, platform.keys, { ...use, methodId: proof.method_id, code: proof.code, now })
      if (isRefusal(verified)) return verified
    }
    return saveEntry(tx, {
      event_id: event.id,
      id: platform.newId(),
      account_id: event.account_id,
      kind: input.kind,
      phone: phone.e164,
      quantity: input.kind === 'sold_out' ? input.quantity : 1,
      lang,
      wording,
      created_at: now,
    })
  })
}
