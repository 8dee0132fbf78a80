import { INVITATION } from './limits.ts'
import type { ParsedPhone } from './phone.ts'
import { COUNTRIES, MOBILE_PREFIXES, parsePhone } from './phone.ts'
import type { FieldReasons, Reason } from './reason.ts'
import { reasonsOf } from './reason.ts'
import { isRecipientName } from './text.ts'

/** Prefixes of the select beside the seven digits; the first is the default. */
export const INVITE_PREFIXES: readonly string[] = MOBILE_PREFIXES

/** The digits of the typed text. */
export const inviteDigits = (text: string): string => text.replace(/\D/g, '')

/** Whether the send button is enabled: exactly seven digits beside a prefix. */
export const isInviteNumber = (text: string): boolean => inviteDigits(text).length === INVITATION.subscriberDigits

/** The recipient's phone from the prefix select and the seven digits. */
export const invitePhone = (prefix: string, text: string): ParsedPhone =>
  isInviteNumber(text) ? parsePhone('972', prefix + inviteDigits(text)) : { ok: false, reason: 'invalid_phone' }

export interface InvitationDraft {
  readonly recipient: { readonly name: string; readonly phone: string }
  readonly items: readonly { readonly events_ticket_uuid: string; readonly quantity: number }[]
}

const nameReasons = (name: string): Reason[] => {
  if (name.trim() === '') return ['required']
  return isRecipientName(name) ? [] : ['invalid_full_name']
}

const phoneReasons = (text: string): Reason[] => {
  const phone = parsePhone(COUNTRIES[0]?.code ?? '', text)
  return phone.ok ? [] : [phone.reason]
}

/** What is wrong with an invitation, by path. The phone is a whole one, in any spelling. */
export const invitationReasons = (draft: InvitationDraft): FieldReasons =>
  reasonsOf({
    'recipient.name': nameReasons(draft.recipient.name),
    'recipient.phone': phoneReasons(draft.recipient.phone),
    items: draft.items.some((item) => item.quantity > 0) ? [] : ['no_tickets'],
  })
