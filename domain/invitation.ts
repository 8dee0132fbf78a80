import { INVITATION } from './limits.ts'
import type { ParsedPhone } from './phone.ts'
import { COUNTRIES, digitsOf, MOBILE_PREFIXES, parsePhone } from './phone.ts'
import type { FieldReasons, Reason } from './reason.ts'
import { reasonsOf } from './reason.ts'
import { isPersonName } from './text.ts'

/** Israeli mobile prefixes that a recipient's phone may have; the first is the default. */
export const INVITE_PREFIXES: readonly string[] = MOBILE_PREFIXES

/** The digits of a subscriber number; other characters are ignored. */
export const inviteDigits = digitsOf

/** Whether the text has exactly the seven digits of a subscriber number. */
export const isInviteNumber = (text: string): boolean => inviteDigits(text).length === INVITATION.subscriberDigits

/** The recipient's phone from a prefix and a subscriber number. Refuses `invalid_phone` and what `parsePhone` refuses. */
export const invitePhone = (prefix: string, text: string): ParsedPhone =>
  isInviteNumber(text) ? parsePhone('972', prefix + inviteDigits(text)) : { ok: false, reason: 'invalid_phone' }

export interface InvitationDraft {
  readonly recipient: { readonly name: string; readonly phone: string }
  readonly items: readonly { readonly events_ticket_uuid: string; readonly quantity: number }[]
}

// One word may be the whole name of a guest, as of a buyer; forms that want two of them say so themselves.
const nameReasons = (name: string): Reason[] => {
  if (name.trim() === '') return ['required']
  return isPersonName(name) ? [] : ['invalid_name']
}

const phoneReasons = (text: string): Reason[] => {
  const phone = parsePhone(COUNTRIES[0]?.code ?? '', text)
  return phone.ok ? [] : [phone.reason]
}

/** Reasons against an invitation by field path; empty if it is valid. The phone has its prefix and may be spelled in any way. */
export const invitationReasons = (draft: InvitationDraft): FieldReasons =>
  reasonsOf({
    'recipient.name': nameReasons(draft.recipient.name),
    'recipient.phone': phoneReasons(draft.recipient.phone),
    items: draft.items.some((item) => item.quantity > 0) ? [] : ['no_tickets'],
  })
